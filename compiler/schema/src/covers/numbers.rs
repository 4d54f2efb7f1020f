//! Numbers: a range, what they are multiples of and what not, and some that are left out.

use std::cmp::Ordering;

use packwright_runtime_min::{json::Value, validate::Type};

use super::{
    Undecided,
    exact::Exact,
    literal::{Literal, What},
    problem::{Rule, has_type},
    prover::{Outcome, Prover},
    state::State,
};

/// How many multiples in a row are tried.
const TRIES: i128 = 4000;

/// Finer than all numbers that are spoken of, so between any two of them there is one of which nothing is said.
const FINER: i32 = 3;

/// What a number must be.
#[derive(Default)]
struct Wanted {
    /// The least, or what it must be more than.
    low: Option<(Exact, Bound)>,
    high: Option<(Exact, Bound)>,
    multiple_of: Vec<Exact>,
    no_multiple_of: Vec<Exact>,
    left_out: Vec<Exact>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Included,
    Excluded,
}

impl Prover<'_> {
    /// A number as it is wanted.
    pub(super) fn numbers(&self, state: &State) -> Outcome {
        let Some(wanted) = self.wanted(state) else { return Outcome::Open(Undecided::Number) };
        match wanted.find() {
            Some(Some(number)) => Outcome::found(Value::Number(number.text().into())),
            Some(None) => Outcome::Empty,
            None => Outcome::Open(Undecided::Number),
        }
    }

    fn wanted(&self, state: &State) -> Option<Wanted> {
        let mut wanted = Wanted::default();
        for Literal { what, holds } in &state.literals {
            match what {
                What::Rule(id) => wanted.rule(&self.problem.rules[id.idx()], *holds)?,
                What::Is(id) => {
                    if let Value::Number(text) = &self.problem.values[id.idx()] {
                        // A number that is too long for us is none of those we find.
                        wanted.left_out.extend(Exact::read(text));
                    }
                }
                _ => {}
            }
        }
        Some(wanted)
    }
}

impl Wanted {
    fn rule(&mut self, rule: &Rule, holds: bool) -> Option<()> {
        use Bound::{Excluded, Included};
        match (rule, holds) {
            (Rule::Types(bits), _) if !has_type(*bits, Type::Number) && has_type(*bits, Type::Integer) => {
                if holds { &mut self.multiple_of } else { &mut self.no_multiple_of }.push(Exact::ONE);
            }
            (Rule::MultipleOf(factor), true) => self.multiple_of.push(*factor),
            (Rule::MultipleOf(factor), false) => self.no_multiple_of.push(*factor),
            (Rule::AtLeast(bound), true) => self.above(*bound, Included)?,
            (Rule::AtLeast(bound), false) => self.below(*bound, Excluded)?,
            (Rule::MoreThan(bound), true) => self.above(*bound, Excluded)?,
            (Rule::MoreThan(bound), false) => self.below(*bound, Included)?,
            (Rule::AtMost(bound), true) => self.below(*bound, Included)?,
            (Rule::AtMost(bound), false) => self.above(*bound, Excluded)?,
            (Rule::LessThan(bound), true) => self.below(*bound, Excluded)?,
            (Rule::LessThan(bound), false) => self.above(*bound, Included)?,
            _ => {}
        }
        Some(())
    }

    fn above(&mut self, bound: Exact, kind: Bound) -> Option<()> {
        let tighter = match self.low {
            None => true,
            Some((low, _)) => match bound.compare(low)? {
                Ordering::Less => false,
                Ordering::Equal => kind == Bound::Excluded,
                Ordering::Greater => true,
            },
        };
        if tighter {
            self.low = Some((bound, kind));
        }
        Some(())
    }

    fn below(&mut self, bound: Exact, kind: Bound) -> Option<()> {
        let tighter = match self.high {
            None => true,
            Some((high, _)) => match bound.compare(high)? {
                Ordering::Less => true,
                Ordering::Equal => kind == Bound::Excluded,
                Ordering::Greater => false,
            },
        };
        if tighter {
            self.high = Some((bound, kind));
        }
        Some(())
    }

    /// A number, or that there is none; none of both if it takes numbers too large to calculate with.
    fn find(&self) -> Option<Option<Exact>> {
        let spoken = [self.low, self.high].into_iter().flatten().map(|(bound, _)| bound);
        let spoken = spoken.chain(self.multiple_of.iter().copied()).chain(self.no_multiple_of.iter().copied());
        let finest = spoken.chain(self.left_out.iter().copied()).map(Exact::exponent).min().unwrap_or(0).min(0);
        let exponent = finest.checked_sub(FINER)?;
        let units = |number: Exact| number.units(exponent);
        let all_units = |numbers: &[Exact]| numbers.iter().map(|number| units(*number)).collect::<Option<Vec<_>>>();
        let limits = Limits {
            // Inclusive, in the finest units: what is more than a bound is at least one unit more, for what we look for.
            low: bound(self.low, exponent, 1)?,
            high: bound(self.high, exponent, -1)?,
            no_multiple_of: all_units(&self.no_multiple_of)?,
            left_out: all_units(&self.left_out)?,
        };
        let step = all_units(&self.multiple_of)?.into_iter().try_fold(1, least_common_multiple)?;
        let found =
            if self.multiple_of.is_empty() { Some(limits.any_number(10_i128.pow(3))) } else { limits.multiple(step) };
        Some(found?.map(|units| Exact::new(units, exponent)))
    }
}

fn bound(bound: Option<(Exact, Bound)>, exponent: i32, inwards: i128) -> Option<Option<i128>> {
    let Some((bound, kind)) = bound else { return Some(None) };
    let units = bound.units(exponent)?;
    Some(Some(if kind == Bound::Excluded { units.checked_add(inwards)? } else { units }))
}

/// What is wanted, in units.
struct Limits {
    low: Option<i128>,
    high: Option<i128>,
    no_multiple_of: Vec<i128>,
    left_out: Vec<i128>,
}

impl Limits {
    fn allow(&self, number: i128) -> bool {
        self.low.is_none_or(|low| low <= number)
            && self.high.is_none_or(|high| number <= high)
            && self.no_multiple_of.iter().all(|factor| number % factor != 0)
            && !self.left_out.contains(&number)
    }

    /// A number of the range. All numbers that are spoken of are whole ones of `one` units, so what is beside the bounds and
    /// between those is free.
    fn any_number(&self, one: i128) -> Option<i128> {
        let near = |bound: Option<i128>, inwards: i128| {
            let inside = [0, one, one / 2, 1, 2].into_iter();
            inside.filter_map(move |far| bound?.checked_add(far * inwards))
        };
        let plain = [0, one, -one, one / 2, 1, 2].into_iter();
        plain.chain(near(self.low, 1)).chain(near(self.high, -1)).find(|it| self.allow(*it))
    }

    /// A multiple of `step` in the range; none if there are more than can be tried.
    fn multiple(&self, step: i128) -> Option<Option<i128>> {
        if self.no_multiple_of.iter().any(|factor| step % factor == 0) {
            return Some(None);
        }
        let first = match (self.low, self.high) {
            (Some(low), _) => low.checked_add(step - 1)?.div_euclid(step),
            (None, Some(high)) => high.div_euclid(step),
            (None, None) => 0,
        };
        let towards = if self.low.is_none() && self.high.is_some() { -1 } else { 1 };
        // Zero and one are the plainest.
        for plain in [0, step] {
            if self.allow(plain) {
                return Some(Some(plain));
            }
        }
        for far in 0..TRIES {
            let number = first.checked_add(far * towards)?.checked_mul(step)?;
            if self.low.is_some_and(|low| number < low) || self.high.is_some_and(|high| number > high) {
                return Some(None);
            }
            if self.allow(number) {
                return Some(Some(number));
            }
        }
        None
    }
}

fn least_common_multiple(left: i128, right: i128) -> Option<i128> {
    let (mut divisor, mut rest) = (left, right);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (left / divisor).checked_mul(right)
}
