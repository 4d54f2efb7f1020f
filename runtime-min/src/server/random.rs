//! Randomness: ids that cannot be guessed, keys, jitter.

use super::time::Timestamp;

/// `N` bytes from the operating system.
///
/// # Panics
/// When the operating system has no randomness: nothing that follows would be safe.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A number for jitter.
pub(crate) fn dice() -> u32 {
    u32::from_ne_bytes(bytes())
}

/// A run's id, unique for ever and in the order of time: a UUID of version 7.
pub(crate) fn correlation_id(now: Timestamp) -> String {
    let mut id: [u8; 16] = bytes();
    id[..6].copy_from_slice(&now.0.to_be_bytes()[2..]);
    id[6] = 0x70 | (id[6] & 0x0f);
    id[8] = 0x80 | (id[8] & 0x3f);
    let digits = hex(&id);
    format!("{}-{}-{}-{}-{}", &digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..])
}

/// Lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlation_ids_are_uuids_in_order() {
        let (first, second) = (correlation_id(Timestamp(1_000_000)), correlation_id(Timestamp(1_000_001)));
        assert!(first < second, "{first} {second}");
        assert_eq!((first.len(), first.as_bytes()[14]), (36, b'7'));
        assert!(matches!(first.as_bytes()[19], b'8' | b'9' | b'a' | b'b'));
    }
}
