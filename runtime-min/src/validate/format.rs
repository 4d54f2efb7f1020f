//! `format`, which asserts.

macro_rules! formats {
    ($($name:literal => $format:ident;)*) => {
        /// A format of strings that the draft defines.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the draft says what each format means")]
        pub enum Format {
            $($format,)*
        }

        impl Format {
            /// Every format, in the draft's order.
            pub const ALL: &[Self] = &[$(Self::$format,)*];

            /// As it is written in schemas.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$format => $name,)*
                }
            }

            /// The format that schemas call `name`.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$format),)*
                    _ => None,
                }
            }
        }
    };
}

formats! {
    "date-time" => DateTime;
    "date" => Date;
    "time" => Time;
    "duration" => Duration;
    "email" => Email;
    "idn-email" => IdnEmail;
    "hostname" => Hostname;
    "idn-hostname" => IdnHostname;
    "ipv4" => Ipv4;
    "ipv6" => Ipv6;
    "uri" => Uri;
    "uri-reference" => UriReference;
    "iri" => Iri;
    "iri-reference" => IriReference;
    "uuid" => Uuid;
    "uri-template" => UriTemplate;
    "json-pointer" => JsonPointer;
    "relative-json-pointer" => RelativeJsonPointer;
    "regex" => Regex;
}

impl Format {
    /// Whether `text` is of this format.
    pub fn accepts(self, text: &str) -> bool {
        let _ = text;
        todo!()
    }
}
