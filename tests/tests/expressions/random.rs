//! Random expressions, each of a type that is decided first.

/// The same numbers each time.
pub(crate) struct Random {
    state: u64,
    /// The variables of the macros around, with what they are.
    locals: Vec<(String, Ty)>,
}

/// What an expression is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ty {
    Int,
    Double,
    Bool,
    Text,
    Ints,
    Texts,
    Items,
    Item,
    Time,
    Span,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed, locals: Vec::new() }
    }

    /// A number below `most`.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.state >> 33).expect("31 bits") % most
    }

    pub(crate) fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// An expression of any type.
    pub(crate) fn expression(&mut self) -> String {
        let types =
            [Ty::Int, Ty::Double, Ty::Bool, Ty::Bool, Ty::Text, Ty::Ints, Ty::Texts, Ty::Items, Ty::Time, Ty::Span];
        let ty = types[self.below(types.len())];
        if self.below(12) == 0 {
            let (a, b) = (self.of(Ty::Int, 2), self.of(Ty::Text, 2));
            return format!("{{\"n\": {a}, \"t\": [{b}, {b}], \"u\": null}}");
        }
        self.of(ty, 3)
    }

    fn of(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.below(6) == 0 {
            return self.leaf(ty);
        }
        let deeper = depth - 1;
        if self.below(10) == 0 {
            let condition = self.of(Ty::Bool, deeper);
            let (then, otherwise) = (self.of(ty, deeper), self.of(ty, deeper));
            return format!("({condition} ? {then} : {otherwise})");
        }
        match ty {
            Ty::Int => self.int(deeper),
            Ty::Double => self.double(deeper),
            Ty::Bool => self.bool(deeper),
            Ty::Text => self.text(deeper),
            Ty::Ints => self.ints(deeper),
            Ty::Texts => self.texts(deeper),
            Ty::Items => {
                let list = self.of(Ty::Items, deeper);
                let body = self.with("it", Ty::Item, |it| it.of(Ty::Bool, deeper));
                format!("{list}.filter(it, {body})")
            }
            Ty::Item => format!("{}[{}]", self.of(Ty::Items, deeper), self.below(3)),
            Ty::Time => {
                let (time, span) = (self.of(Ty::Time, deeper), self.of(Ty::Span, deeper));
                match self.below(3) {
                    0 => format!("({time} + {span})"),
                    1 => format!("({span} + {time})"),
                    _ => format!("({time} - {span})"),
                }
            }
            Ty::Span => match self.below(3) {
                0 => format!("({} - {})", self.of(Ty::Time, deeper), self.of(Ty::Time, deeper)),
                1 => format!("({} + {})", self.of(Ty::Span, deeper), self.of(Ty::Span, deeper)),
                _ => format!("({} - {})", self.of(Ty::Span, deeper), self.of(Ty::Span, deeper)),
            },
        }
    }

    /// Runs `inner` with a variable more.
    fn with(&mut self, name: &str, ty: Ty, inner: impl FnOnce(&mut Self) -> String) -> String {
        self.locals.push((name.to_owned(), ty));
        let made = inner(self);
        self.locals.pop();
        made
    }

    /// The innermost variable of a type, if there is one.
    fn local(&mut self, ty: Ty) -> Option<String> {
        let visible =
            |name: &str, at: usize, all: &[(String, Ty)]| all[at + 1..].iter().all(|(other, _)| other != name);
        let all = &self.locals;
        let found: Vec<String> = (0..all.len())
            .filter(|at| all[*at].1 == ty && visible(&all[*at].0, *at, all))
            .map(|at| all[at].0.clone())
            .collect();
        if found.is_empty() { None } else { Some(found[self.below(found.len())].clone()) }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        if self.below(3) > 0
            && let Some(local) = self.local(ty)
        {
            return local;
        }
        if self.below(2) == 0
            && let Some(item) = self.local(Ty::Item)
        {
            match ty {
                Ty::Int => return format!("{item}.price"),
                Ty::Double => return format!("{item}.weight"),
                Ty::Text => return format!("{item}.name"),
                Ty::Bool => return format!("{item}.?gift.orValue(false)"),
                _ => {}
            }
        }
        match ty {
            Ty::Int => self.pick(&[
                "args.n",
                "args.m",
                "0",
                "1",
                "-3",
                "7",
                "9223372036854775807",
                "args.?maybe.orValue(5)",
                "args.items.size()",
            ]),
            Ty::Double => self.pick(&["args.d", "args.e", "0.0", "1.5", "-2.25", "1e300", "0.1"]),
            Ty::Bool => self.pick(&[
                "args.yes",
                "args.no",
                "true",
                "has(args.maybe)",
                "args.nothing != null",
                "args.?maybe.hasValue()",
            ]),
            Ty::Text => self.pick(&[
                "args.t",
                "args.u",
                "'a'",
                "''",
                "'é\\n'",
                "\"x y\"",
                "(args.nothing != null ? args.nothing : 'none')",
            ]),
            Ty::Ints => self.pick(&["args.numbers", "[1, 2, 3]", "([] + [4])"]),
            Ty::Texts => self.pick(&["args.words", "['a', 'b c']"]),
            Ty::Items => "args.items",
            Ty::Item => "args.first",
            Ty::Time => self.pick(&[
                "timestamp(args.when)",
                "timestamp('2024-02-29T23:59:59.5Z')",
                "timestamp('2000-01-01T00:00:00Z')",
                "timestamp('2000-01-01T01:30:00.25+02:00')",
                "timestamp('2024-03-01T05:29:59-05:30')",
            ]),
            Ty::Span => self.pick(&["duration(args.span)", "duration('90m')", "duration('1.5s')", "duration('-36h')"]),
        }
        .to_owned()
    }

    fn int(&mut self, deeper: usize) -> String {
        match self.below(12) {
            0..5 => {
                let operator = self.pick(&["+", "-", "*", "/", "%"]);
                format!("({} {operator} {})", self.of(Ty::Int, deeper), self.of(Ty::Int, deeper))
            }
            5 => format!("size({})", self.of(Ty::Text, deeper)),
            6 => format!("{}.size()", self.of(Ty::Ints, deeper)),
            7 => format!("-({})", self.of(Ty::Int, deeper)),
            8 => format!("{}[{}]", self.of(Ty::Ints, deeper), self.of(Ty::Int, deeper)),
            9 => format!("int({})", self.of(Ty::Double, deeper)),
            10 => {
                let getter = self.pick(&[
                    "getFullYear",
                    "getMonth",
                    "getDate",
                    "getDayOfMonth",
                    "getDayOfWeek",
                    "getDayOfYear",
                    "getHours",
                    "getMinutes",
                    "getSeconds",
                    "getMilliseconds",
                ]);
                let zone = self.pick(&["", "'-08:00'", "'+05:30'", "'UTC'"]);
                let time = if zone.is_empty() { self.utc() } else { self.of(Ty::Time, deeper) };
                format!("{time}.{getter}({zone})")
            }
            _ => format!("{}.indexOf({})", self.of(Ty::Text, deeper), self.of(Ty::Text, deeper)),
        }
    }

    /// A timestamp that is written in UTC. The interpreter remembers in which offset one was written, and lets it be seen, where CEL
    /// knows the point in time only.
    fn utc(&mut self) -> String {
        self.pick(&["timestamp(args.when)", "timestamp('2024-02-29T23:59:59.5Z')", "timestamp('2000-01-01T00:00:00Z')"])
            .to_owned()
    }

    fn double(&mut self, deeper: usize) -> String {
        match self.below(6) {
            0..4 => {
                let operator = self.pick(&["+", "-", "*", "/"]);
                format!("({} {operator} {})", self.of(Ty::Double, deeper), self.of(Ty::Double, deeper))
            }
            4 => format!("double({})", self.of(Ty::Int, deeper)),
            _ => format!("-({})", self.of(Ty::Double, deeper)),
        }
    }

    fn bool(&mut self, deeper: usize) -> String {
        let ordered = [Ty::Int, Ty::Double, Ty::Text, Ty::Time, Ty::Span];
        match self.below(14) {
            0..3 => {
                let operator = self.pick(&["&&", "||"]);
                format!("({} {operator} {})", self.of(Ty::Bool, deeper), self.of(Ty::Bool, deeper))
            }
            3 => format!("!({})", self.of(Ty::Bool, deeper)),
            4..6 => {
                let ty = ordered[self.below(ordered.len())];
                let operator = self.pick(&["<", "<=", ">", ">="]);
                format!("({} {operator} {})", self.of(ty, deeper), self.of(ty, deeper))
            }
            6 => {
                let operator = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {operator} {})", self.of(Ty::Int, deeper), self.of(Ty::Double, 0))
            }
            7..9 => {
                let types =
                    [Ty::Int, Ty::Double, Ty::Bool, Ty::Text, Ty::Ints, Ty::Texts, Ty::Items, Ty::Time, Ty::Span];
                let ty = types[self.below(types.len())];
                let operator = self.pick(&["==", "!="]);
                format!("({} {operator} {})", self.of(ty, deeper), self.of(ty, deeper))
            }
            9 => format!("({} in {})", self.of(Ty::Int, deeper), self.of(Ty::Ints, deeper)),
            10 => format!("({} in {})", self.of(Ty::Text, deeper), self.of(Ty::Texts, deeper)),
            11 => {
                let name = self.pick(&["contains", "startsWith", "endsWith"]);
                format!("{}.{name}({})", self.of(Ty::Text, deeper), self.of(Ty::Text, deeper))
            }
            _ => {
                let macros = self.pick(&["all", "exists", "exists_one"]);
                let (list, variable, ty) = match self.below(3) {
                    0 => (self.of(Ty::Ints, deeper), "n", Ty::Int),
                    1 => (self.of(Ty::Texts, deeper), "t", Ty::Text),
                    _ => (self.of(Ty::Items, deeper), "it", Ty::Item),
                };
                let body = self.with(variable, ty, |it| it.of(Ty::Bool, deeper));
                format!("{list}.{macros}({variable}, {body})")
            }
        }
    }

    fn text(&mut self, deeper: usize) -> String {
        match self.below(10) {
            0..3 => format!("({} + {})", self.of(Ty::Text, deeper), self.of(Ty::Text, deeper)),
            3 => {
                let types = [Ty::Int, Ty::Double, Ty::Bool, Ty::Text, Ty::Time, Ty::Span];
                let ty = types[self.below(types.len())];
                let value = if ty == Ty::Time { self.utc() } else { self.of(ty, deeper) };
                format!("string({value})")
            }
            4 => {
                let name = self.pick(&["lowerAscii", "upperAscii", "trim"]);
                format!("{}.{name}()", self.of(Ty::Text, deeper))
            }
            5 => format!("{}.replace({}, {})", self.of(Ty::Text, deeper), self.of(Ty::Text, 0), self.of(Ty::Text, 0)),
            6 => format!("{}.substring({})", self.of(Ty::Text, deeper), self.of(Ty::Int, 0)),
            7 => format!("{}.substring(0, {})", self.of(Ty::Text, deeper), self.of(Ty::Int, 0)),
            8 => format!("{}.join({})", self.of(Ty::Texts, deeper), self.of(Ty::Text, 0)),
            _ => format!("{}[{}]", self.of(Ty::Texts, deeper), self.below(3)),
        }
    }

    fn ints(&mut self, deeper: usize) -> String {
        match self.below(5) {
            0 => format!("({} + {})", self.of(Ty::Ints, deeper), self.of(Ty::Ints, deeper)),
            1 => format!("[{}, {}]", self.of(Ty::Int, deeper), self.of(Ty::Int, deeper)),
            2 => {
                let list = self.of(Ty::Ints, deeper);
                let body = self.with("n", Ty::Int, |it| it.of(Ty::Bool, deeper));
                format!("{list}.filter(n, {body})")
            }
            3 => {
                let list = self.of(Ty::Items, deeper);
                let body = self.with("it", Ty::Item, |it| it.of(Ty::Int, deeper));
                format!("{list}.map(it, {body})")
            }
            _ => {
                let list = self.of(Ty::Texts, deeper);
                let condition = self.with("t", Ty::Text, |it| it.of(Ty::Bool, deeper));
                let body = self.with("t", Ty::Text, |it| it.of(Ty::Int, deeper));
                format!("{list}.map(t, {condition}, {body})")
            }
        }
    }

    fn texts(&mut self, deeper: usize) -> String {
        match self.below(4) {
            0 => format!("[{}, {}]", self.of(Ty::Text, deeper), self.of(Ty::Text, deeper)),
            1 => format!("{}.split({})", self.of(Ty::Text, deeper), self.of(Ty::Text, 0)),
            2 => {
                let list = self.of(Ty::Items, deeper);
                let body = self.with("it", Ty::Item, |it| it.of(Ty::Text, deeper));
                format!("{list}.map(it, {body})")
            }
            _ => format!("({} + {})", self.of(Ty::Texts, deeper), self.of(Ty::Texts, deeper)),
        }
    }
}
