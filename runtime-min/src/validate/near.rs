//! Near misses: what someone may have meant.

/// No name longer than this is compared: the table grows with the product of the lengths.
const LONGEST: usize = 64;

/// The candidate that is nearest to `written`, if one is so near that it may have been meant: at most a third of its
/// characters (and at least one) differ. The first of equally near ones.
///
/// ```
/// use packwright_runtime_min::validate::nearest;
///
/// assert_eq!(nearest("ctiy", ["days", "city"]), Some("city"));
/// assert_eq!(nearest("colour", ["days", "city"]), None);
/// ```
pub fn nearest<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = lower_case(written)?;
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Some(characters) = lower_case(candidate) else { continue };
        let allowed = (written.len().max(characters.len()) / 3).max(1);
        if written.len().abs_diff(characters.len()) > allowed {
            continue;
        }
        let distance = distance(&written, &characters);
        if distance <= allowed && distance < characters.len() && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The characters in lower case (`City` is nearly `city`); none if they are too many.
fn lower_case(text: &str) -> Option<Vec<char>> {
    // A character takes at most four bytes, so a longer text is not even counted.
    let short = text.len() <= 4 * LONGEST;
    let characters: Vec<char> = if short { text.chars().flat_map(char::to_lowercase).collect() } else { return None };
    Some(characters).filter(|characters| characters.len() <= LONGEST)
}

/// How many insertions, deletions, substitutions and swaps of neighbours turn `left` into `right`.
///
/// The usual table of prefixes, of which three rows are kept: a swap looks two rows back.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let substituted = row[j] + usize::from(a != b);
            let mut least = substituted.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && left[i - 1] == *b && right[j - 1] == *a {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = row;
        row = next;
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    fn check(written: &str, candidates: &[&str], expect: Option<&str>) {
        assert_eq!(nearest(written, candidates.iter().copied()), expect, "{written}");
    }

    #[test]
    fn a_slip_is_near() {
        check("cty", &["city"], Some("city"));
        check("ciity", &["city"], Some("city"));
        check("ctiy", &["city"], Some("city"));
        check("City", &["city"], Some("city"));
        check("minLenght", &["maxLength", "minLength"], Some("minLength"));
    }

    #[test]
    fn another_word_is_not() {
        check("town", &["city"], None);
        check("x", &["y"], None);
        check("", &["a"], None);
        check("a", &[""], None);
    }

    #[test]
    fn a_long_text_is_not_compared() {
        check(&"x".repeat(100_000), &["city"], None);
        check("city", &[&"x".repeat(100_000)], None);
    }
}
