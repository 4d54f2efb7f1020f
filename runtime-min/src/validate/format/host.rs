//! `hostname` and `idn-hostname`: RFC 1123, and IDNA 2008 (RFC 5890 to 5893).
//!
//! `idna` decodes, and knows the rules that UTS 46 shares with IDNA 2008: hyphens, combining marks, joiners, bidi, NFC. What it
//! does not, because UTS 46 is for what people type and not for what a registry takes, is added here: RFC 5892's classes of
//! code points and its contextual rules. A name that UTS 46 would first map, such as one in upper case, is no U-label.

use icu_properties::{
    CodePointMapData,
    props::{GeneralCategory, Script},
};
use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

/// A name of ASCII; its A-labels are valid.
pub(super) fn hostname(text: &str) -> bool {
    (1..=253).contains(&text.len())
        && text.split('.').all(is_ldh)
        && (!text.split('.').any(is_reserved) || is_idna(text))
}

/// A name of A-labels, U-labels and labels of ASCII, with any of the dots of RFC 3490, section 3.1.
pub(super) fn idn_hostname(text: &str) -> bool {
    // A character is an octet of an A-label or more. What follows is not linear, so it is asked of short texts only.
    if text.len() > 253 * 4 {
        return false;
    }
    let text = text.replace(['\u{3002}', '\u{ff0e}', '\u{ff61}'], ".");
    text.split('.').all(|label| !label.is_ascii() || is_ldh(label)) && is_idna(&text)
}

/// `<let-dig> [ [ <ldh-str> ] <let-dig> ]` of at most 63 octets.
fn is_ldh(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// Labels with hyphens in the third and fourth place are for IDNA.
fn is_reserved(label: &str) -> bool {
    label.as_bytes().get(2..4) == Some(b"--")
}

fn is_idna(name: &str) -> bool {
    let uts46 = Uts46::new();
    if uts46.to_ascii(name.as_bytes(), AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify).is_err() {
        return false;
    }
    let (unicode, result) = uts46.to_unicode(name.as_bytes(), AsciiDenyList::STD3, Hyphens::Check);
    // What is not ASCII is a U-label only if mapping it changes nothing.
    let unmapped = |label: &str, mapped: &str| label.is_ascii() || label == mapped;
    result.is_ok()
        && name.split('.').zip(unicode.split('.')).all(|(label, mapped)| unmapped(label, mapped))
        && unicode.split('.').all(|label| label.is_ascii() || is_u_label(label))
}

/// RFC 5892, section 3 and appendix A, for what UTS 46 accepts.
fn is_u_label(label: &str) -> bool {
    let characters: Vec<char> = label.chars().collect();
    let scripts = CodePointMapData::<Script>::new();
    (0..characters.len()).all(|at| {
        let before = at.checked_sub(1).map(|before| characters[before]);
        let after = characters.get(at + 1).copied();
        let has = |digits: std::ops::RangeInclusive<char>| characters.iter().any(|it| digits.contains(it));
        match characters[at] {
            // A.3 to A.9; `idna` has checked the joiners, A.1 and A.2.
            '\u{b7}' => before == Some('l') && after == Some('l'),
            '\u{375}' => after.is_some_and(|after| scripts.get(after) == Script::Greek),
            '\u{5f3}' | '\u{5f4}' => before.is_some_and(|before| scripts.get(before) == Script::Hebrew),
            '\u{30fb}' => characters
                .iter()
                .any(|it| matches!(scripts.get(*it), Script::Hiragana | Script::Katakana | Script::Han)),
            '\u{660}'..='\u{669}' => !has('\u{6f0}'..='\u{6f9}'),
            '\u{6f0}'..='\u{6f9}' => !has('\u{660}'..='\u{669}'),
            '\u{200c}' | '\u{200d}' => true,
            other => is_pvalid(other),
        }
    })
}

/// Whether the class of a code point that mapping does not change is PVALID.
fn is_pvalid(character: char) -> bool {
    match character {
        // 2.6, Exceptions.
        '\u{df}' | '\u{3c2}' | '\u{6fd}' | '\u{6fe}' | '\u{f0b}' | '\u{3007}' => true,
        '\u{640}' | '\u{7fa}' | '\u{302e}' | '\u{302f}' | '\u{3031}'..='\u{3035}' | '\u{303b}' => false,
        // 2.9, OldHangulJamo.
        '\u{1100}'..='\u{11ff}' | '\u{a960}'..='\u{a97c}' | '\u{d7b0}'..='\u{d7fb}' => false,
        // 2.4, IgnorableBlocks.
        '\u{20d0}'..='\u{20ff}' | '\u{1d100}'..='\u{1d24f}' => false,
        // 2.5, LDH.
        '-' | '0'..='9' | 'a'..='z' => true,
        // 2.1, LetterDigits.
        _ => matches!(
            CodePointMapData::<GeneralCategory>::new().get(character),
            GeneralCategory::LowercaseLetter
                | GeneralCategory::UppercaseLetter
                | GeneralCategory::OtherLetter
                | GeneralCategory::DecimalNumber
                | GeneralCategory::ModifierLetter
                | GeneralCategory::NonspacingMark
                | GeneralCategory::SpacingMark
        ),
    }
}
