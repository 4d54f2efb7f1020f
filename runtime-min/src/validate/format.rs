//! `format`, which asserts.
//!
//! Goes in: a text. Comes out: whether it is of the format, as the RFC that the draft names says it, in time linear in the text.
//!
//! `hostname` and `idn-hostname` need Unicode's tables, behind the feature `idn`. Without it those two formats do not exist, so a
//! server that was built without what its schemas need does not compile; [`Format::feature`] says what to turn on.
//!
//! Refuses to know: schemas and messages.

mod clock;
mod email;
#[cfg(feature = "idn")]
mod host;
mod pointer;
mod template;
mod uri;

use std::net::{Ipv4Addr, Ipv6Addr};

use super::ecma;

macro_rules! formats {
    ($($(#[$cfg:meta])? $name:literal => $format:ident;)*) => {
        /// A format of strings that the draft defines.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the draft says what each format means")]
        pub enum Format {
            $($(#[$cfg])? $format,)*
        }

        impl Format {
            /// Every format, in the draft's order.
            pub const ALL: &[Self] = &[$($(#[$cfg])? Self::$format,)*];

            /// As it is written in schemas.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[$cfg])? Self::$format => $name,)*
                }
            }

            /// The format that schemas call `name`.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($(#[$cfg])? $name => Some(Self::$format),)*
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
    #[cfg(feature = "idn")]
    "hostname" => Hostname;
    #[cfg(feature = "idn")]
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
        match self {
            Self::DateTime => clock::date_time(text),
            Self::Date => clock::date(text),
            Self::Time => clock::time(text),
            Self::Duration => clock::duration(text),
            Self::Email => email::email(text, Alphabet::Ascii),
            Self::IdnEmail => email::email(text, Alphabet::Unicode),
            #[cfg(feature = "idn")]
            Self::Hostname => host::hostname(text),
            #[cfg(feature = "idn")]
            Self::IdnHostname => host::idn_hostname(text),
            Self::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
            Self::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
            Self::Uri => uri::uri(text, Alphabet::Ascii),
            Self::UriReference => uri::reference(text, Alphabet::Ascii),
            Self::Iri => uri::uri(text, Alphabet::Unicode),
            Self::IriReference => uri::reference(text, Alphabet::Unicode),
            Self::Uuid => uuid(text),
            Self::UriTemplate => template::uri_template(text),
            Self::JsonPointer => pointer::json_pointer(text),
            Self::RelativeJsonPointer => pointer::relative_json_pointer(text),
            Self::Regex => ecma::is_pattern(text),
        }
    }

    /// The feature of this crate that a program which asserts the format has to be built with.
    pub const fn feature(self) -> Option<&'static str> {
        match self {
            #[cfg(feature = "idn")]
            Self::Hostname | Self::IdnHostname => Some("idn"),
            Self::DateTime
            | Self::Date
            | Self::Time
            | Self::Duration
            | Self::Email
            | Self::IdnEmail
            | Self::Ipv4
            | Self::Ipv6
            | Self::Uri
            | Self::UriReference
            | Self::Iri
            | Self::IriReference
            | Self::Uuid
            | Self::UriTemplate
            | Self::JsonPointer
            | Self::RelativeJsonPointer
            | Self::Regex => None,
        }
    }
}

/// `UUID` of RFC 4122, section 3, of any version and variant.
fn uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Which characters a format has that are not ASCII.
#[derive(Clone, Copy)]
enum Alphabet {
    /// None: `email`, `uri`
    Ascii,
    /// Those of Unicode: `idn-email`, `iri`
    Unicode,
}

impl Alphabet {
    /// `UTF8-non-ascii` of RFC 6532, section 3.1.
    fn has(self, character: char) -> bool {
        matches!(self, Self::Unicode) && !character.is_ascii()
    }

    /// `ucschar` of RFC 3987, section 2.2.
    fn has_in_iri(self, character: char) -> bool {
        self.has(character)
            && match character {
                '\u{a0}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{ffef}' => true,
                // Each plane but the last two of its characters; of plane 14, what is no tag; no private planes.
                '\u{10000}'..='\u{efffd}' => {
                    u32::from(character) & 0xffff <= 0xfffd && !('\u{e0000}'..'\u{e1000}').contains(&character)
                }
                _ => false,
            }
    }

    /// `ucschar` or `iprivate`.
    fn has_in_query(self, character: char) -> bool {
        self.has_in_iri(character)
            || self.has(character)
                && matches!(
                    character,
                    '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}'
                )
    }
}

#[cfg(test)]
mod tests;
