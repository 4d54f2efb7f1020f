//! Pages of a list: limits, and cursors that only the list they came from takes.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use super::problem::Problem;

/// What a caller asked a list for.
#[derive(Debug)]
pub(super) struct PageRequest {
    /// How many at most, 1 to 100.
    pub(super) limit: usize,
    /// The id after which the page begins.
    pub(super) after: Option<String>,
    /// The beginning of the ids.
    pub(super) name: String,
    /// Whether retired tools are shown too.
    pub(super) include_retired: bool,
}

impl PageRequest {
    /// Reads the query string.
    pub(super) fn parse(query: &str) -> Result<Self, Problem> {
        let mut page = Self { limit: 25, after: None, name: String::new(), include_retired: false };
        let mut cursor = None;
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "limit" => {
                    let limit = whole(&value).ok_or_else(|| Problem::bad_input("`limit` must be a number"))?;
                    page.limit = usize::try_from(limit.clamp(1, 100)).unwrap_or(1);
                }
                "name" => page.name = value.into_owned(),
                "includeRetired" => page.include_retired = value == "true",
                "cursor" => cursor = Some(value.into_owned()),
                // Other parameters are other systems'; a list without them is what they get.
                _ => {}
            }
        }
        if let Some(cursor) = cursor {
            let after = page.open(&cursor).ok_or_else(|| Problem::bad_input("`cursor` is not one of this list"))?;
            page.after = Some(after);
        }
        Ok(page)
    }

    /// The cursor of the page after the one that ends with `last`.
    pub(super) fn cursor(&self, last: &str) -> String {
        URL_SAFE_NO_PAD.encode([&self.seal(last)[..], last.as_bytes()].concat())
    }

    fn open(&self, cursor: &str) -> Option<String> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let (seal, last) = bytes.split_first_chunk::<8>()?;
        let last = std::str::from_utf8(last).ok()?;
        (*seal == self.seal(last)).then(|| last.to_owned())
    }

    /// Binds a cursor to what was asked for. No secret: a made-up cursor gives away nothing, it is only refused.
    fn seal(&self, last: &str) -> [u8; 8] {
        let text = format!("tools\0{}\0{}\0{last}", self.name, self.include_retired);
        let digest: [u8; 32] = Sha256::digest(text).into();
        let mut seal = [0; 8];
        seal.copy_from_slice(&digest[..8]);
        seal
    }
}

/// A whole number of any length; one that is too large for us is as large as can be.
pub(super) fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text == digits { i64::MAX } else { i64::MIN }))
}
