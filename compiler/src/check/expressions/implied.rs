//! Which branch of a list of conditions is taken when: whether those before one leave anything for it.
//!
//! `a > 5` leaves nothing for `a > 10` after it. Every place that is compared with what is written out gets the values that make a
//! difference: those, one between each two, one beyond, and one that is none of them. All other questions are answered both ways,
//! each on its own. So there are more cases here than in runs, and what is never taken here never is.

use std::collections::BTreeMap;

use crate::expression::{
    Expr,
    tree::{Binary, Kind, Literal},
};

/// More cases than this are not looked at.
const MOST_CASES: usize = 4096;

/// By condition: whether it is the first that holds in some case; and whether there is a case in which none does. None where there are
/// too many cases to look at.
pub(super) fn taken(conditions: &[&Expr]) -> Option<(Vec<bool>, bool)> {
    let mut asked = Asked::default();
    conditions.iter().for_each(|condition| asked.collect(condition));
    let choices: Vec<Vec<Answer>> = asked.0.values().map(answers).collect();
    let count =
        choices.iter().try_fold(1_usize, |count, it| count.checked_mul(it.len()).filter(|it| *it <= MOST_CASES))?;
    let mut taken = vec![false; conditions.len()];
    let mut is_left = false;
    for case in 0..count {
        let mut rest = case;
        let answers = asked.0.keys().zip(&choices).map(|(place, choices)| {
            let answer = &choices[rest % choices.len()];
            rest /= choices.len();
            (place.as_str(), answer)
        });
        let answers: BTreeMap<&str, &Answer> = answers.collect();
        match conditions.iter().position(|condition| holds(condition, &answers)) {
            Some(first) => taken[first] = true,
            None => is_left = true,
        }
    }
    Some((taken, is_left))
}

/// What is asked of places, each by how it is written.
#[derive(Default)]
struct Asked<'e>(BTreeMap<String, Questions<'e>>);

/// What is asked of one place.
#[derive(Default)]
struct Questions<'e> {
    /// What it is compared with.
    literals: Vec<&'e Literal>,
    /// Whether it is asked whether it is more or less than one of them.
    is_ordered: bool,
    /// Whether it is asked whether it holds.
    is_condition: bool,
}

/// What a place is in one case.
enum Answer {
    /// A number.
    Number(f64),
    /// A literal that is no number.
    Literal(Literal),
    /// None of the literals that are asked for, and no number.
    Other,
}

impl<'e> Asked<'e> {
    fn collect(&mut self, condition: &'e Expr) {
        match &condition.kind {
            Kind::Literal(Literal::Bool(_)) => {}
            Kind::Not(inner) => self.collect(inner),
            Kind::Binary(Binary::And | Binary::Or, left, right) => {
                self.collect(left);
                self.collect(right);
            }
            Kind::Conditional(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|it| self.collect(it));
            }
            _ => match question(condition) {
                Some((place, operator, literals)) => {
                    let questions = self.0.entry(place.to_string()).or_default();
                    questions.literals.extend(literals);
                    questions.is_ordered |= !matches!(operator, Binary::Equal | Binary::NotEqual | Binary::In);
                }
                None => self.0.entry(condition.to_string()).or_default().is_condition = true,
            },
        }
    }
}

/// A comparison with what is written out: the place, how it is compared, and with what. Texts have an order too, which is not looked at.
fn question(condition: &Expr) -> Option<(&Expr, Binary, Vec<&Literal>)> {
    let Kind::Binary(operator, left, right) = &condition.kind else { return None };
    match (operator, &left.kind, &right.kind) {
        (Binary::In, place, Kind::List(items)) if !matches!(place, Kind::Literal(_)) => {
            let literals: Vec<&Literal> = items.iter().map(literal).collect::<Option<_>>()?;
            literals.iter().all(|it| is_exact(it)).then_some((left, Binary::In, literals))
        }
        (_, Kind::Literal(_), Kind::Literal(_)) => None,
        (_, _, Kind::Literal(with)) => compared(*operator, with).map(|it| (&**left, it, vec![with])),
        (_, Kind::Literal(with), _) => compared(turned(*operator), with).map(|it| (&**right, it, vec![with])),
        _ => None,
    }
}

fn literal(expr: &Expr) -> Option<&Literal> {
    if let Kind::Literal(literal) = &expr.kind { Some(literal) } else { None }
}

/// The operator, where cases are told apart by it.
fn compared(operator: Binary, with: &Literal) -> Option<Binary> {
    match operator {
        Binary::Equal | Binary::NotEqual => is_exact(with).then_some(operator),
        Binary::Less | Binary::LessOrEqual | Binary::Greater | Binary::GreaterOrEqual => {
            number(with).is_some().then_some(operator)
        }
        Binary::Or
        | Binary::And
        | Binary::In
        | Binary::Add
        | Binary::Subtract
        | Binary::Multiply
        | Binary::Divide
        | Binary::Remainder => None,
    }
}

/// The operator with its sides changed.
fn turned(operator: Binary) -> Binary {
    match operator {
        Binary::Less => Binary::Greater,
        Binary::LessOrEqual => Binary::GreaterOrEqual,
        Binary::Greater => Binary::Less,
        Binary::GreaterOrEqual => Binary::LessOrEqual,
        other => other,
    }
}

/// Whether it is no number, or one of those that [`number`] knows.
fn is_exact(literal: &Literal) -> bool {
    number(literal).is_some() || matches!(literal, Literal::Null | Literal::Bool(_) | Literal::Text(_))
}

/// A number that is exact as an `f64`.
fn number(literal: &Literal) -> Option<f64> {
    match literal {
        Literal::Double(number) => Some(*number).filter(|number| number.is_finite()),
        Literal::Int(number) => i32::try_from(*number).ok().map(f64::from),
        Literal::Null | Literal::Bool(_) | Literal::Text(_) => None,
    }
}

/// All that a place of which this is asked can be, as far as it makes a difference.
fn answers(Questions { literals, is_ordered, is_condition }: &Questions<'_>) -> Vec<Answer> {
    let both = || [true, false].map(|truth| Answer::Literal(Literal::Bool(truth)));
    if literals.is_empty() {
        return both().into();
    }
    let mut numbers: Vec<f64> = literals.iter().filter_map(|it| number(it)).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    // What has no order fails the run where that is asked, and is like one of the numbers beyond where it is not.
    let mut answers = if *is_ordered { Vec::new() } else { vec![Answer::Other] };
    if let (Some(first), Some(last)) = (numbers.first(), numbers.last()) {
        let between = numbers.windows(2).map(|pair| f64::midpoint(pair[0], pair[1]));
        let beyond = [first - first.abs() - 1.0, last + last.abs() + 1.0];
        answers.extend(numbers.iter().copied().chain(between).chain(beyond).map(Answer::Number));
    }
    let mut others: Vec<&Literal> = Vec::new();
    for literal in literals.iter().filter(|it| number(it).is_none()) {
        if !others.contains(literal) {
            others.push(literal);
        }
    }
    answers.extend(others.into_iter().cloned().map(Answer::Literal));
    if *is_condition {
        answers.extend(both());
    }
    answers
}

fn holds(condition: &Expr, answers: &BTreeMap<&str, &Answer>) -> bool {
    match &condition.kind {
        Kind::Literal(Literal::Bool(truth)) => *truth,
        Kind::Not(inner) => !holds(inner, answers),
        Kind::Binary(Binary::And, left, right) => holds(left, answers) && holds(right, answers),
        Kind::Binary(Binary::Or, left, right) => holds(left, answers) || holds(right, answers),
        Kind::Conditional(condition, then, otherwise) => {
            holds(if holds(condition, answers) { then } else { otherwise }, answers)
        }
        _ => match question(condition) {
            None => is(answers[condition.to_string().as_str()], &Literal::Bool(true)),
            Some((place, operator, literals)) => {
                let answer = answers[place.to_string().as_str()];
                let is_any = literals.iter().any(|literal| is(answer, literal));
                match (operator, answer) {
                    (Binary::NotEqual, _) => !is_any,
                    (Binary::Equal | Binary::In, _) => is_any,
                    (_, Answer::Number(left)) => number(literals[0]).is_some_and(|right| match operator {
                        Binary::Less => *left < right,
                        Binary::LessOrEqual => *left <= right,
                        Binary::Greater => *left > right,
                        _ => *left >= right,
                    }),
                    (_, Answer::Literal(_) | Answer::Other) => false,
                }
            }
        },
    }
}

/// Whether a place is what is written out.
fn is(answer: &Answer, literal: &Literal) -> bool {
    match answer {
        Answer::Number(value) => number(literal) == Some(*value),
        Answer::Literal(value) => value == literal,
        Answer::Other => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        expression::parse::parse,
        source::{SourceMap, Span},
    };

    /// Which of the conditions are taken in some case, and whether there is one for none of them.
    fn check(conditions: &[&str], expected: (&[bool], bool)) {
        let files = SourceMap::new([("f".to_owned(), Vec::new())].into());
        let (file, _) = files.find("f").expect("the one file");
        let exprs: Vec<Expr> = conditions.iter().map(|text| read(text, Span::new(file, 0..0))).collect();
        let (taken, is_left) = taken(&exprs.iter().collect::<Vec<_>>()).expect("there are few cases");
        assert_eq!((taken.as_slice(), is_left), expected, "{conditions:?}");
    }

    fn read(text: &str, span: Span) -> Expr {
        parse(text, &|_| span).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
    }

    #[test]
    fn what_is_asked_before_leaves_less() {
        check(&["args.n > 5", "args.n > 10"], (&[true, false], true));
        check(&["args.n > 10", "args.n > 5"], (&[true, true], true));
        check(&["10 < args.n", "args.n == 12"], (&[true, false], true));
        check(&["args.n > 5", "args.n <= 5 && args.ok"], (&[true, true], true));
        check(&["args.ok", "!args.ok && args.n > 1", "args.ok || args.n > 2"], (&[true, true, false], true));
        check(&["args.s in ['a', 'b']", "args.s == 'a'", "args.s != 'c'"], (&[true, false, true], true));
        check(&["args.n > 5", "args.n <= 5"], (&[true, true], false));
        check(&["args.n == 1", "args.n != 1"], (&[true, true], false));
        check(&["args.n < 1 && args.n > 2"], (&[false], true));
        check(&["args.ok", "!args.ok", "args.n > 1"], (&[true, true, false], false));
        check(&["args.n < 3 ? args.ok : false", "args.n < 3 && args.ok"], (&[true, false], true));
    }

    #[test]
    fn what_is_written_otherwise_is_another_question() {
        check(&["args.a > args.b", "args.b < args.a"], (&[true, true], true));
        check(&["args.s > 'a'", "args.s > 'b'"], (&[true, true], true));
        check(&["has(args.a)", "args.a == 1"], (&[true, true], true));
        check(&["args.n == 9007199254740993", "args.n > 5 && args.n == 9007199254740993"], (&[true, false], true));
        check(&["args.n > 5 && args.n == 9007199254740993"], (&[true], true));
        check(&["args.ok == false", "args.ok", "args.ok == null"], (&[true, true, true], true));
    }
}
