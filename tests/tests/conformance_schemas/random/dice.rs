//! Dice that fall the same way in every run.

/// A small generator (SplitMix64): deterministic, and no dependency for a handful of dice.
pub(crate) struct Dice(u64);

impl Dice {
    /// Dice that fall as the seed says.
    pub(crate) fn new(seed: usize) -> Self {
        Self(seed as u64)
    }

    /// A number below `limit`, which is not zero.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).expect("it is below a usize")
    }

    /// Whether one of so many cases came up.
    pub(crate) fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }

    /// One of some texts.
    pub(crate) fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    /// Some of the choices, each at most once, in an order that differs.
    pub(crate) fn some_of<'a>(&mut self, choices: &[&'a str], most: usize) -> Vec<&'a str> {
        let first = self.below(choices.len());
        let step = 1 + self.below(2);
        let mut some: Vec<&str> = Vec::new();
        for idx in 0..=self.below(most) {
            let choice = choices[(first + step * idx) % choices.len()];
            if !some.contains(&choice) {
                some.push(choice);
            }
        }
        some
    }
}
