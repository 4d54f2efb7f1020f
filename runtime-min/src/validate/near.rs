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
    let bag = Bag::of(written);
    let written = Word::of(written)?;
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        // Only what is nearer than the best is of interest.
        let most = |allowed: usize| best.map_or(allowed, |(least, _)| allowed.min(least.saturating_sub(1)));
        if let (Some(left), Some(right)) = (&bag, Bag::of(candidate))
            && left.differs(&right) > most(allowed(left.length, right.length))
        {
            continue;
        }
        let Some(word) = Word::of(candidate) else { continue };
        let (left, right) = (written.characters(), word.characters());
        let most = most(allowed(left.len(), right.len()));
        if left.len().abs_diff(right.len()) > most {
            continue;
        }
        let distance = distance(left, right);
        if distance <= most && distance < right.len() && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// How many characters may differ in words of these lengths.
fn allowed(left: usize, right: usize) -> usize {
    (left.max(right) / 3).max(1)
}

/// Which letters an ASCII text has, whatever their case and order: most candidates are too far for that alone.
struct Bag {
    length: usize,
    /// A bit for each byte, which others may share.
    letters: u64,
}

impl Bag {
    fn of(text: &str) -> Option<Self> {
        let letters = text.bytes().fold(0, |letters, byte| letters | 1 << (byte.to_ascii_lowercase() & 63));
        text.is_ascii().then_some(Self { length: text.len(), letters })
    }

    /// At least so many characters differ: a change mends one letter that is only here, and one that is only there.
    fn differs(&self, other: &Self) -> usize {
        let [here, there] = [self.letters & !other.letters, other.letters & !self.letters].map(u64::count_ones);
        self.length.abs_diff(other.length).max(here.max(there) as usize)
    }
}

/// A text's characters in lower case (`City` is nearly `city`), on the stack: callers who send nonsense get suggestions, and
/// should not get the allocator's time as well.
struct Word {
    buffer: [char; LONGEST],
    length: usize,
}

impl Word {
    /// None where there are too many characters.
    fn of(text: &str) -> Option<Self> {
        let mut word = Self { buffer: ['\0'; LONGEST], length: 0 };
        for character in text.chars().flat_map(char::to_lowercase) {
            *word.buffer.get_mut(word.length)? = character;
            word.length += 1;
        }
        Some(word)
    }

    fn characters(&self) -> &[char] {
        &self.buffer[..self.length]
    }
}

/// How many insertions, deletions, substitutions and swaps of neighbours turn `left` into `right`.
///
/// The usual table of prefixes, of which three rows are kept: a swap looks two rows back.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut before = [0; LONGEST + 1];
    let mut row: [usize; LONGEST + 1] = std::array::from_fn(|idx| idx);
    for (i, a) in left.iter().enumerate() {
        let mut next = [0; LONGEST + 1];
        next[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let substituted = row[j] + usize::from(a != b);
            let mut least = substituted.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && left[i - 1] == *b && right[j - 1] == *a {
                least = least.min(before[j - 1] + 1);
            }
            next[j + 1] = least;
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
    fn the_nearest_is_meant_and_the_first_of_those() {
        check("colour", &["colours", "colour2", "colour", "color"], Some("colour"));
        check("colour", &["colours", "color"], Some("colours"));
        check("Zürich", &["zurich", "züriche"], Some("zurich"));
        check("listen", &["silent", "listed"], Some("listed"));
    }

    #[test]
    fn a_long_text_is_not_compared() {
        check(&"x".repeat(100_000), &["city"], None);
        check("city", &[&"x".repeat(100_000)], None);
    }
}
