//! `\p{…}`: the Unicode properties of ECMA-262 (tables 67 to 70 of edition 2025), which are matched by case.

use super::{Reader, Reason};

/// A set of characters that Unicode names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property<'a> {
    /// `\p{Lu}`, `\p{gc=Lu}`, `\p{General_Category=Uppercase_Letter}`
    Category(&'a str),
    /// `\p{sc=Greek}`
    Script(&'a str),
    /// `\p{scx=Greek}`
    ScriptExtensions(&'a str),
    /// `\p{Alphabetic}`
    Binary(&'a str),
}

impl<'a> Property<'a> {
    /// Values of `General_Category`.
    #[rustfmt::skip]
    pub const CATEGORIES: &'static [&'static str] = &[
        "Cased_Letter", "LC", "Close_Punctuation", "Pe", "Connector_Punctuation", "Pc", "Control", "Cc", "cntrl",
        "Currency_Symbol", "Sc", "Dash_Punctuation", "Pd", "Decimal_Number", "Nd", "digit", "Enclosing_Mark", "Me",
        "Final_Punctuation", "Pf", "Format", "Cf", "Initial_Punctuation", "Pi", "Letter", "L", "Letter_Number", "Nl",
        "Line_Separator", "Zl", "Lowercase_Letter", "Ll", "Mark", "M", "Combining_Mark", "Math_Symbol", "Sm",
        "Modifier_Letter", "Lm", "Modifier_Symbol", "Sk", "Nonspacing_Mark", "Mn", "Number", "N", "Open_Punctuation",
        "Ps", "Other", "C", "Other_Letter", "Lo", "Other_Number", "No", "Other_Punctuation", "Po", "Other_Symbol", "So",
        "Paragraph_Separator", "Zp", "Private_Use", "Co", "Punctuation", "P", "punct", "Separator", "Z",
        "Space_Separator", "Zs", "Spacing_Mark", "Mc", "Surrogate", "Cs", "Symbol", "S", "Titlecase_Letter", "Lt",
        "Unassigned", "Cn", "Uppercase_Letter", "Lu",
    ];

    /// Properties that a character has or has not.
    #[rustfmt::skip]
    pub const BINARY: &'static [&'static str] = &[
        "ASCII", "ASCII_Hex_Digit", "AHex", "Alphabetic", "Alpha", "Any", "Assigned", "Bidi_Control", "Bidi_C",
        "Bidi_Mirrored", "Bidi_M", "Case_Ignorable", "CI", "Cased", "Changes_When_Casefolded", "CWCF",
        "Changes_When_Casemapped", "CWCM", "Changes_When_Lowercased", "CWL", "Changes_When_NFKC_Casefolded", "CWKCF",
        "Changes_When_Titlecased", "CWT", "Changes_When_Uppercased", "CWU", "Dash", "Default_Ignorable_Code_Point",
        "DI", "Deprecated", "Dep", "Diacritic", "Dia", "Emoji", "Emoji_Component", "EComp", "Emoji_Modifier", "EMod",
        "Emoji_Modifier_Base", "EBase", "Emoji_Presentation", "EPres", "Extended_Pictographic", "ExtPict", "Extender",
        "Ext", "Grapheme_Base", "Gr_Base", "Grapheme_Extend", "Gr_Ext", "Hex_Digit", "Hex", "IDS_Binary_Operator",
        "IDSB", "IDS_Trinary_Operator", "IDST", "ID_Continue", "IDC", "ID_Start", "IDS", "Ideographic", "Ideo",
        "Join_Control", "Join_C", "Logical_Order_Exception", "LOE", "Lowercase", "Lower", "Math",
        "Noncharacter_Code_Point", "NChar", "Pattern_Syntax", "Pat_Syn", "Pattern_White_Space", "Pat_WS",
        "Quotation_Mark", "QMark", "Radical", "Regional_Indicator", "RI", "Sentence_Terminal", "STerm", "Soft_Dotted",
        "SD", "Terminal_Punctuation", "Term", "Unified_Ideograph", "UIdeo", "Uppercase", "Upper", "Variation_Selector",
        "VS", "White_Space", "space", "XID_Continue", "XIDC", "XID_Start", "XIDS",
    ];

    /// Values of `Script`, of Unicode 17.
    #[rustfmt::skip]
    pub const SCRIPTS: &'static [&'static str] = &[
        "Adlam", "Adlm", "Aghb", "Ahom", "Anatolian_Hieroglyphs", "Arab", "Arabic", "Armenian", "Armi", "Armn",
        "Avestan", "Avst", "Bali", "Balinese", "Bamu", "Bamum", "Bass", "Bassa_Vah", "Batak", "Batk", "Beng", "Bengali",
        "Bhaiksuki", "Bhks", "Bopo", "Bopomofo", "Brah", "Brahmi", "Brai", "Braille", "Bugi", "Buginese", "Buhd",
        "Buhid", "Cakm", "Canadian_Aboriginal", "Cans", "Cari", "Carian", "Caucasian_Albanian", "Chakma", "Cham",
        "Cher", "Cherokee", "Chorasmian", "Chrs", "Common", "Copt", "Coptic", "Cpmn", "Cprt", "Cuneiform", "Cypriot",
        "Cypro_Minoan", "Cyrillic", "Cyrl", "Deseret", "Deva", "Devanagari", "Diak", "Dives_Akuru", "Dogr", "Dogra",
        "Dsrt", "Dupl", "Duployan", "Egyp", "Egyptian_Hieroglyphs", "Elba", "Elbasan", "Elym", "Elymaic", "Ethi",
        "Ethiopic", "Gara", "Garay", "Geor", "Georgian", "Glag", "Glagolitic", "Gong", "Gonm", "Goth", "Gothic", "Gran",
        "Grantha", "Greek", "Grek", "Gujarati", "Gujr", "Gukh", "Gunjala_Gondi", "Gurmukhi", "Guru", "Gurung_Khema",
        "Han", "Hang", "Hangul", "Hani", "Hanifi_Rohingya", "Hano", "Hanunoo", "Hatr", "Hatran", "Hebr", "Hebrew",
        "Hira", "Hiragana", "Hluw", "Hmng", "Hmnp", "Hrkt", "Hung", "Imperial_Aramaic", "Inherited",
        "Inscriptional_Pahlavi", "Inscriptional_Parthian", "Ital", "Java", "Javanese", "Kaithi", "Kali", "Kana",
        "Kannada", "Katakana", "Katakana_Or_Hiragana", "Kawi", "Kayah_Li", "Khar", "Kharoshthi", "Khitan_Small_Script",
        "Khmer", "Khmr", "Khoj", "Khojki", "Khudawadi", "Kirat_Rai", "Kits", "Knda", "Krai", "Kthi", "Lana", "Lao",
        "Laoo", "Latin", "Latn", "Lepc", "Lepcha", "Limb", "Limbu", "Lina", "Linb", "Linear_A", "Linear_B", "Lisu",
        "Lyci", "Lycian", "Lydi", "Lydian", "Mahajani", "Mahj", "Maka", "Makasar", "Malayalam", "Mand", "Mandaic",
        "Mani", "Manichaean", "Marc", "Marchen", "Masaram_Gondi", "Medefaidrin", "Medf", "Meetei_Mayek", "Mend",
        "Mende_Kikakui", "Merc", "Mero", "Meroitic_Cursive", "Meroitic_Hieroglyphs", "Miao", "Mlym", "Modi", "Mong",
        "Mongolian", "Mro", "Mroo", "Mtei", "Mult", "Multani", "Myanmar", "Mymr", "Nabataean", "Nag_Mundari", "Nagm",
        "Nand", "Nandinagari", "Narb", "Nbat", "New_Tai_Lue", "Newa", "Nko", "Nkoo", "Nshu", "Nushu",
        "Nyiakeng_Puachue_Hmong", "Ogam", "Ogham", "Ol_Chiki", "Ol_Onal", "Olck", "Old_Hungarian", "Old_Italic",
        "Old_North_Arabian", "Old_Permic", "Old_Persian", "Old_Sogdian", "Old_South_Arabian", "Old_Turkic",
        "Old_Uyghur", "Onao", "Oriya", "Orkh", "Orya", "Osage", "Osge", "Osma", "Osmanya", "Ougr", "Pahawh_Hmong",
        "Palm", "Palmyrene", "Pau_Cin_Hau", "Pauc", "Perm", "Phag", "Phags_Pa", "Phli", "Phlp", "Phnx", "Phoenician",
        "Plrd", "Prti", "Psalter_Pahlavi", "Qaac", "Qaai", "Rejang", "Rjng", "Rohg", "Runic", "Runr", "Samaritan",
        "Samr", "Sarb", "Saur", "Saurashtra", "Sgnw", "Sharada", "Shavian", "Shaw", "Shrd", "Sidd", "Siddham",
        "SignWriting", "Sind", "Sinh", "Sinhala", "Sogd", "Sogdian", "Sogo", "Sora", "Sora_Sompeng", "Soyo", "Soyombo",
        "Sund", "Sundanese", "Sunu", "Sunuwar", "Sylo", "Syloti_Nagri", "Syrc", "Syriac", "Tagalog", "Tagb", "Tagbanwa",
        "Tai_Le", "Tai_Tham", "Tai_Viet", "Takr", "Takri", "Tale", "Talu", "Tamil", "Taml", "Tang", "Tangsa", "Tangut",
        "Tavt", "Telu", "Telugu", "Tfng", "Tglg", "Thaa", "Thaana", "Thai", "Tibetan", "Tibt", "Tifinagh", "Tirh",
        "Tirhuta", "Tnsa", "Todhri", "Todr", "Toto", "Tulu_Tigalari", "Tutg", "Ugar", "Ugaritic", "Unknown", "Vai",
        "Vaii", "Vith", "Vithkuqi", "Wancho", "Wara", "Warang_Citi", "Wcho", "Xpeo", "Xsux", "Yezi", "Yezidi", "Yi",
        "Yiii", "Zanabazar_Square", "Zanb", "Zinh", "Zyyy", "Zzzz",
    ];

    fn named(text: &'a str) -> Option<Self> {
        match text.split_once('=') {
            Some(("General_Category" | "gc", value)) => {
                Self::CATEGORIES.contains(&value).then_some(Self::Category(value))
            }
            Some(("Script" | "sc", value)) => Self::SCRIPTS.contains(&value).then_some(Self::Script(value)),
            Some(("Script_Extensions" | "scx", value)) => {
                Self::SCRIPTS.contains(&value).then_some(Self::ScriptExtensions(value))
            }
            Some(_) => None,
            None if Self::CATEGORIES.contains(&text) => Some(Self::Category(text)),
            None => Self::BINARY.contains(&text).then_some(Self::Binary(text)),
        }
    }
}

/// What follows `\p`.
pub(super) fn braced<'a>(reader: &mut Reader<'a>) -> Result<Property<'a>, Reason> {
    let text = reader.rest().strip_prefix('{').ok_or(Reason::PropertySyntax)?;
    // Names are short: a brace that is far away closes none of them.
    let len = text.bytes().take(LONGEST + 1).position(|byte| byte == b'}').ok_or(Reason::PropertyName)?;
    let property = Property::named(&text[..len]).ok_or(Reason::PropertyName)?;
    reader.at += len + 2;
    Ok(property)
}

/// Bytes that a name, `=` and a value have at most.
const LONGEST: usize = 64;
