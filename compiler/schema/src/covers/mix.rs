//! A hasher for indices and small rules: a proof of one edge hashes hundreds of them, and nobody gains by making them collide.

use std::hash::{BuildHasherDefault, Hasher};

/// For maps by what a proof has made itself.
pub(super) type Mixing = BuildHasherDefault<Mix>;

/// Multiplies and rotates, word by word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mix(u64);

/// Odd, with bits of no pattern: 2^64 divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Default for Mix {
    /// Not zero, else zeros at the start would leave no trace.
    fn default() -> Self {
        Self(FACTOR)
    }
}

impl Mix {
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        // The high bits are the better ones, and maps ask for the low ones too.
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.word(byte.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.word(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.word(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.word(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.word(word.cast_unsigned() as u64);
    }
}
