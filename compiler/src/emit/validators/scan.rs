//! The first pass as Rust: one function for each state of a machine that has more to say than a call of the runtime.

mod conditions;
mod decision;
mod names;

use std::collections::{BTreeMap, btree_map::Entry};

use packwright_schema::Plan;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use self::{
    conditions::{all_of, any_of, one_of, range, texts_condition},
    names::{Dispatch, Seen, by_length},
};
use super::{
    imports, literals,
    machine::{After, Arm, Array, Contains, Formula, Group, Kind, Machine, Object, Predicate, Reader, State, StateIdx},
    names::{Names, Taken},
};

/// Prints the functions of one schema.
pub(super) struct Printer<'a> {
    plan: &'a Plan,
    machine: &'a Machine,
    names: Names,
    /// How many states lead to each.
    uses: Vec<usize>,
    /// The statics with the plan and its patterns.
    plan_static: Ident,
    patterns_static: Ident,
}

impl<'a> Printer<'a> {
    pub(super) fn new(
        schema: &Ident,
        plan: &'a Plan,
        machine: &'a Machine,
        statics: (Ident, Ident),
        taken: &mut Taken,
    ) -> Self {
        let pointers = machine.states.iter().map(|state| {
            let first = state.key.nodes.first().map(|node| plan.node(*node).pointer.as_ref());
            first.unwrap_or_default()
        });
        let names = Names::of(schema, pointers, taken);
        let mut uses = vec![0; machine.states.len()];
        machine.states.iter().flat_map(super::cost::called).for_each(|idx| uses[idx.0] += 1);
        let (plan_static, patterns_static) = statics;
        Self { plan, machine, names, uses, plan_static, patterns_static }
    }

    /// The function that reads a document, as an expression, and the items it needs.
    pub(super) fn print(&self) -> (TokenStream, TokenStream) {
        let root = self.valid(self.machine.root);
        // In the order of the states, but only those that are called.
        let mut called = BTreeMap::new();
        let mut waiting: Vec<StateIdx> = self.function(self.machine.root).into_iter().collect();
        while let Some(idx) = waiting.pop() {
            if let Entry::Vacant(place) = called.entry(idx) {
                let mentioned = imports::mentioned_in(place.insert(self.state(idx)));
                waiting.extend(mentioned.iter().filter_map(|name| self.names.find(name)).map(StateIdx));
            }
        }
        (root, called.into_values().collect())
    }

    /// The state whose function is called for `reader`, if it needs one of its own.
    fn function(&self, reader: Reader) -> Option<StateIdx> {
        let Reader::State(idx) = reader else { return None };
        self.builtin(self.machine.state(idx)).is_none().then_some(idx)
    }

    /// The method of the runtime that reads what the state reads.
    fn builtin(&self, state: &State) -> Option<&'static str> {
        let mut arms = state.arms.iter();
        let (Some((kind, arm)), None) = (arms.next(), arms.next()) else { return None };
        let plain = match arm {
            Arm::Any => true,
            Arm::Bool(predicate) | Arm::String(predicate) | Arm::Number { integer: _, predicate } => {
                predicate.is_true()
            }
            Arm::Array(_) | Arm::Object(_) => false,
        };
        if !plain || state.judged || (state.conditional && matches!(kind, Kind::Bool | Kind::Number)) {
            return None;
        }
        Some(match (kind, arm) {
            (Kind::Null, _) => "null",
            (Kind::Bool, _) => "any_boolean",
            (Kind::Number, Arm::Number { integer: true, predicate: _ }) => "any_integer",
            (Kind::Number, _) => "any_number",
            (Kind::String, _) => "string",
            (Kind::Array, _) => "any_array",
            (Kind::Object, _) => "any_object",
        })
    }

    /// A function that says whether a value is valid, as an expression.
    fn valid(&self, reader: Reader) -> TokenStream {
        let method = match reader {
            Reader::Any => "any",
            Reader::Never => return quote!(|_, _| None),
            Reader::State(idx) => match self.builtin(self.machine.state(idx)) {
                Some(method) => method,
                None => {
                    let function = self.names.of_index(idx.0);
                    return quote!(#function);
                }
            },
        };
        let method = format_ident!("{method}");
        quote!(|scan, rest| scan.#method(rest))
    }

    /// What is left after a value, as an expression of type `Option`.
    fn read(&self, reader: Reader, value: &TokenStream) -> TokenStream {
        let method = match reader {
            Reader::Any => "any",
            Reader::Never => return quote!(None),
            Reader::State(idx) => match self.builtin(self.machine.state(idx)) {
                Some(method) => method,
                None => {
                    let function = self.names.of_index(idx.0);
                    return quote!(#function(scan, #value));
                }
            },
        };
        let method = format_ident!("{method}");
        quote!(scan.#method(#value))
    }

    fn state(&self, idx: StateIdx) -> TokenStream {
        let state = self.machine.state(idx);
        let name = self.names.of_index(idx.0);
        let doc = self.doc(state);
        let body = if state.judged { self.judged(&state.key.nodes) } else { self.body(state) };
        quote! {
            #[doc = #doc]
            fn #name<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
                #body
            }
        }
    }

    /// Where the state's nodes are in the schema.
    fn doc(&self, state: &State) -> String {
        const SHOWN: usize = 3;
        let nodes = &state.key.nodes;
        let pointers = nodes.iter().take(SHOWN).map(|node| {
            let pointer = self.plan.node(*node).pointer.escape_debug().to_string().replace('`', "'");
            if pointer.contains('#') { format!("`{pointer}`") } else { format!("`#{pointer}`") }
        });
        let mut doc = format!(" {}", pointers.collect::<Vec<_>>().join(" and "));
        if nodes.len() > SHOWN {
            doc.push_str(&format!(" and {} more", nodes.len() - SHOWN));
        }
        doc
    }

    fn judged(&self, nodes: &[packwright_schema::plan::PlanIdx]) -> TokenStream {
        let (plan, nodes) = (&self.plan_static, nodes.iter().map(|node| Literal::u32_unsuffixed(node.0)));
        quote!(scan.judged(&#plan, &[#(PlanIdx(#nodes)),*], rest))
    }

    fn body(&self, state: &State) -> TokenStream {
        if let Some(method) = self.builtin(state) {
            let method = format_ident!("{method}");
            return quote!(scan.#method(rest));
        }
        let has = |kind| state.arms.contains_key(&kind);
        // A text is coerced at once where it can be nothing else; what is less clear is for the second pass.
        let coerces = !state.conditional && !has(Kind::String) && has(Kind::Number) != has(Kind::Bool);
        let mut arms: Vec<(TokenStream, TokenStream)> = Vec::new();
        for (kind, arm) in &state.arms {
            let (pattern, body) = match (kind, arm) {
                (Kind::Null, _) => (quote!(b'n'), quote!(scan.null(rest))),
                (Kind::Bool, arm) => {
                    let pattern = if coerces { quote!(b't' | b'f' | b'"') } else { quote!(b't' | b'f') };
                    (pattern, self.boolean(arm, coerces))
                }
                (Kind::Number, arm) => {
                    let pattern = if coerces { quote!(b'-' | b'0'..=b'9' | b'"') } else { quote!(b'-' | b'0'..=b'9') };
                    (pattern, self.number(arm, coerces))
                }
                (Kind::String, arm) => (quote!(b'"'), self.string(arm)),
                (Kind::Array, Arm::Array(array)) => (quote!(b'['), self.array(array)),
                (Kind::Array, _) => (quote!(b'['), quote!(scan.any_array(rest))),
                (Kind::Object, Arm::Object(object)) => (quote!(b'{'), self.object(object)),
                (Kind::Object, _) => (quote!(b'{'), quote!(scan.any_object(rest))),
            };
            arms.push((pattern, body));
        }
        if let [(_, body)] = &arms[..] {
            return body.clone();
        }
        let arms = arms.iter().map(|(pattern, body)| quote!(#pattern => { #body }));
        quote! {
            match rest.first()? {
                #(#arms)*
                _ => None,
            }
        }
    }

    fn boolean(&self, arm: &Arm, coerces: bool) -> TokenStream {
        let read = if coerces { quote!(scan.boolean(rest)?) } else { quote!(scan.raw_boolean(rest)?) };
        match arm {
            Arm::Bool(predicate) if !predicate.is_true() => {
                let condition = self.predicate(predicate);
                quote!(let (truth, rest) = #read; if #condition { Some(rest) } else { None })
            }
            _ => quote!(let (_, rest) = #read; Some(rest)),
        }
    }

    fn number(&self, arm: &Arm, coerces: bool) -> TokenStream {
        let (integer, predicate) = match arm {
            Arm::Number { integer, predicate } => (*integer, predicate),
            _ => (false, &Predicate::TRUE),
        };
        let read = match (coerces, integer) {
            (true, true) => quote!(scan.integer(rest)?),
            (true, false) => quote!(scan.number(rest)?),
            (false, true) => quote!(scan.raw_integer(rest)?),
            (false, false) => quote!(scan.raw_number(rest)?),
        };
        if predicate.is_true() {
            return quote! {
                let (_, rest) = #read;
                Some(rest)
            };
        }
        let condition = self.predicate(predicate);
        quote! {
            let (number, rest) = #read;
            if #condition { Some(rest) } else { None }
        }
    }

    fn string(&self, arm: &Arm) -> TokenStream {
        match arm {
            Arm::String(predicate) if !predicate.is_true() => {
                let condition = self.predicate(predicate);
                quote! {
                    let (text, rest) = scan.text(rest)?;
                    if #condition { Some(rest) } else { None }
                }
            }
            _ => quote!(scan.string(rest)),
        }
    }

    /// A condition on `text`, `number` or `truth`.
    fn predicate(&self, predicate: &Predicate) -> TokenStream {
        let each = |predicates: &[Predicate]| predicates.iter().map(|one| self.predicate(one)).collect::<Vec<_>>();
        let bound = |text: &str, holds: &str| {
            let (bound, holds) = (literals::decimal(text), format_ident!("{holds}"));
            quote!(number.compare(&#bound).#holds())
        };
        match predicate {
            Predicate::All(all) => all_of(&each(all)),
            Predicate::Any(any) => any_of(&each(any)),
            Predicate::One(one) => one_of(&each(one)),
            Predicate::Not(predicate) => {
                let condition = self.predicate(predicate);
                quote!(!(#condition))
            }
            Predicate::If(condition, then, otherwise) => {
                let [condition, then, otherwise] = [condition, then, otherwise].map(|one| self.predicate(one));
                quote!(if #condition { #then } else { #otherwise })
            }
            Predicate::IsInteger => quote!(number.is_integer()),
            Predicate::Texts(texts) => {
                let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                texts.sort_by(|left, right| left.len().cmp(&right.len()).then_with(|| left.cmp(right)));
                texts_condition(&texts, &quote!(text))
            }
            Predicate::Numbers(numbers) => any_of(&numbers.iter().map(|text| bound(text, "is_eq")).collect::<Vec<_>>()),
            Predicate::Truth(true) => quote!(truth),
            Predicate::Truth(false) => quote!(!truth),
            Predicate::MinLength(least) => {
                let least = literals::count(*least);
                quote!(at_least(&text, #least))
            }
            Predicate::MaxLength(most) => {
                let most = literals::count(*most);
                quote!(at_most(&text, #most))
            }
            Predicate::Pattern(pattern) => {
                let (patterns, idx) = (&self.patterns_static, Literal::u32_unsuffixed(pattern.0));
                quote!(#patterns[#idx].matches_utf8(&text))
            }
            Predicate::Format(format) => {
                let format = format_ident!("{format:?}");
                quote!(Format::#format.accepts(utf8(&text)))
            }
            Predicate::Minimum(text) => bound(text, "is_ge"),
            Predicate::Maximum(text) => bound(text, "is_le"),
            Predicate::ExclusiveMinimum(text) => bound(text, "is_gt"),
            Predicate::ExclusiveMaximum(text) => bound(text, "is_lt"),
            Predicate::MultipleOf(text) => {
                let divisor = literals::decimal(text);
                quote!(number.is_multiple_of(&#divisor))
            }
            Predicate::IntegerFormat(format) => {
                all_of(&[bound(format.least, "is_ge"), bound(format.greatest, "is_le")])
            }
        }
    }

    fn array(&self, array: &Array) -> TokenStream {
        let Array { prefix, rest: others, least, most, unique, contains, after } = array;
        if let Some(alternatives) = self.alternatives(array.reads_any(), after) {
            return alternatives;
        }
        if array.reads_no_item() {
            return self.empty("open_array", after, &quote!(array), None);
        }
        let counts = !prefix.is_empty() || *least > 0 || most.is_some();
        let looks_back = *unique || after.looks_back();
        let start = looks_back.then(|| quote!(let array = rest;));
        let count = counts.then(|| quote!(let mut count = 0_usize;));
        let items = unique.then(|| quote!(let items = scan.items();));
        let hits: Vec<Ident> = (0..contains.len()).map(|idx| format_ident!("hits_{idx}")).collect();
        // Only what counts hits reads an item again.
        let reads_again = contains.iter().any(|contains| matches!(contains.item, Reader::State(_))) || *unique;
        let item = if reads_again { quote!(item) } else { quote!(rest) };
        let begin = reads_again.then(|| quote!(let item = rest;));
        let read_others = self.read(*others, &item);
        let read = if prefix.is_empty() {
            read_others
        } else {
            let arms = prefix.iter().enumerate().map(|(idx, reader)| {
                let (idx, read) = (Literal::usize_unsuffixed(idx), self.read(*reader, &item));
                quote!(#idx => #read,)
            });
            quote!(match count { #(#arms)* _ => #read_others })
        };
        let counted = counts.then(|| quote!(count += 1;));
        let found = contains.iter().zip(&hits).map(|(Contains { item, least: _, most: _ }, hits)| match item {
            Reader::Any => quote!(#hits += 1;),
            Reader::Never => TokenStream::new(),
            Reader::State(_) => {
                let valid = self.valid(*item);
                quote!(#hits += usize::from(scan.is(item, #valid));)
            }
        });
        let noted = unique.then(|| quote!(scan.note_item(item, after)?;));
        let differ = unique.then(|| quote!(scan.differ(items, array)?;));
        let mut conditions = Vec::new();
        conditions.extend(range(&quote!(count), *least, *most));
        for (Contains { item, least, most }, hits) in contains.iter().zip(&hits) {
            if *item == Reader::Never {
                conditions.extend((*least > 0).then(|| quote!(false)));
            } else {
                conditions.extend(range(&quote!(#hits), *least, *most));
            }
        }
        let used = contains.iter().zip(&hits).filter(|(contains, _)| contains.item != Reader::Never);
        let declared = used.map(|(_, hits)| quote!(let mut #hits = 0_usize;));
        let end = self.end(conditions, after, &quote!(array));
        quote! {
            #start
            let (mut more, mut rest) = scan.open_array(rest)?;
            #count
            #items
            #(#declared)*
            while more {
                #begin
                let after = #read?;
                #counted
                #(#found)*
                #noted
                (more, rest) = scan.next_item(after)?;
            }
            #differ
            #end
        }
    }

    fn object(&self, object: &Object) -> TokenStream {
        let Object { declared, groups, names, required, least, most, decision, after } = object;
        if let Some(decision) = decision {
            return self.decision(decision);
        }
        if let Some(alternatives) = self.alternatives(object.reads_any(), after) {
            return alternatives;
        }
        let seen = Seen(declared.len());
        if object.reads_no_member() {
            let declare_seen = seen.declare_nothing(after);
            return self.empty("open_object", after, &quote!(object), declare_seen);
        }
        let counts = *least > 0 || most.is_some();
        let start = after.looks_back().then(|| quote!(let object = rest;));
        let count = counts.then(|| quote!(let mut count = 0_usize;));
        let counted = counts.then(|| quote!(count += 1;));
        let check_name = (!names.is_true()).then(|| {
            let condition = self.predicate(names);
            quote! {
                let text = name;
                if !(#condition) {
                    return None;
                }
            }
        });
        let dispatch = Dispatch::of(declared.len());
        let arms = by_length(declared).into_iter().map(|(idx, (name, reader))| {
            let (pattern, literal) = (dispatch.pattern(name), Literal::byte_string(name.as_bytes()));
            if *reader == Reader::Never {
                return quote!(#pattern if name == #literal => return None,);
            }
            let (once, read) = (seen.once(idx), self.read(*reader, &quote!(value)));
            quote!(#pattern if name == #literal => { #once #read })
        });
        let refuses = groups.iter().any(|group| group.patterns.is_empty() && group.others == Reader::Never);
        let noted = (!refuses).then(|| quote!(let mut names = scan.names(rest);));
        let forgotten = (!refuses).then(|| quote!(scan.forget(&names);));
        let others = if refuses { quote!(None) } else { self.others(groups) };
        let read = if declared.is_empty() {
            quote!({ #others })
        } else {
            let scrutinee = dispatch.scrutinee();
            quote!(match #scrutinee { #(#arms)* _ => { #others } })
        };
        let mut conditions = seen.required(required);
        conditions.extend(range(&quote!(count), *least, *most));
        let end = self.end(conditions, after, &quote!(object));
        let asks = !required.is_empty() || after.formulas.iter().any(Formula::asks_for_members);
        let declare_seen = seen.declare(declared, asks);
        quote! {
            #start
            #noted
            let (mut more, mut rest) = scan.open_object(rest)?;
            #declare_seen
            #count
            while more {
                let (name, value) = scan.name(rest)?;
                #counted
                #check_name
                let after = #read?;
                (more, rest) = scan.next_member(after)?;
            }
            #forgotten
            #end
        }
    }

    /// An array or object in which nothing may be.
    fn empty(&self, open: &str, after: &After, start: &TokenStream, declare_seen: Option<TokenStream>) -> TokenStream {
        let open = format_ident!("{open}");
        let declare_start = after.looks_back().then(|| quote!(let #start = rest;));
        let end = self.end(Vec::new(), after, start);
        quote! {
            #declare_start
            let (more, rest) = scan.#open(rest)?;
            if more {
                return None;
            }
            #declare_seen
            #end
        }
    }

    /// How a member is read whose name is not declared.
    fn others(&self, groups: &[Group]) -> TokenStream {
        let value = quote!(value);
        match groups {
            [] => quote!(scan.note(&mut names, name)?; scan.any(value)),
            [Group { patterns, others }] if patterns.is_empty() => {
                let read = self.read(*others, &value);
                quote!(scan.note(&mut names, name)?; #read)
            }
            [Group { patterns, others }] if patterns.len() == 1 => {
                let (pattern, reader) = patterns[0];
                let matches = self.matches(pattern);
                let [matched, others] = [reader, *others].map(|reader| self.read(reader, &value));
                quote!(scan.note(&mut names, name)?; if #matches { #matched } else { #others })
            }
            groups => {
                // What is said of every name comes first.
                let (plain, patterned) = match groups {
                    [Group { patterns, others }, more @ ..] if patterns.is_empty() => (Some(*others), more),
                    groups => (None, groups),
                };
                let first = match plain {
                    Some(reader) => {
                        let read = self.read(reader, &value);
                        quote!(Some(#read?))
                    }
                    None => quote!(None),
                };
                let groups = patterned.iter().map(|group| self.group(group));
                quote! {
                    scan.note(&mut names, name)?;
                    let mut read = #first;
                    #(#groups)*
                    match read {
                        Some(after) => Some(after),
                        None => scan.any(value),
                    }
                }
            }
        }
    }

    /// What one node says of a name that it does not declare: the value is read for each pattern that matches.
    fn group(&self, Group { patterns, others }: &Group) -> TokenStream {
        let reading = |reader: Reader| {
            let read = self.read(reader, &quote!(value));
            quote!(scan.again(value)?; read = Some(#read?);)
        };
        let tests = patterns.iter().map(|(pattern, reader)| {
            let (matches, reading) = (self.matches(*pattern), reading(*reader));
            quote!(if #matches { matched = true; #reading })
        });
        match others {
            Reader::Any => {
                let tests = patterns.iter().map(|(pattern, reader)| {
                    let (matches, reading) = (self.matches(*pattern), reading(*reader));
                    quote!(if #matches { #reading })
                });
                quote!(#(#tests)*)
            }
            Reader::Never | Reader::State(_) => {
                let otherwise = reading(*others);
                let otherwise = if *others == Reader::Never { quote!(return None;) } else { otherwise };
                quote! {
                    let mut matched = false;
                    #(#tests)*
                    if !matched { #otherwise }
                }
            }
        }
    }

    fn matches(&self, pattern: packwright_schema::plan::PatternIdx) -> TokenStream {
        let (patterns, idx) = (&self.patterns_static, Literal::u32_unsuffixed(pattern.0));
        quote!(#patterns[#idx].matches_utf8(name))
    }

    /// A value of which nothing is said but that some alternatives accept it: they are tried where it starts.
    fn alternatives(&self, reads_any: bool, after: &After) -> Option<TokenStream> {
        let After { formulas, judged, constants } = after;
        let [formula] = &formulas[..] else { return None };
        if !reads_any || !judged.is_empty() || !constants.is_empty() {
            return None;
        }
        let (method, alternatives) = match formula {
            Formula::Any(alternatives) => ("any_of", alternatives),
            Formula::One(alternatives) => ("one_of", alternatives),
            _ => return None,
        };
        let states: Option<Vec<Reader>> = alternatives
            .iter()
            .map(|formula| if let Formula::State(state) = formula { Some(Reader::State(*state)) } else { None })
            .collect();
        let method = format_ident!("{method}");
        let valid = states?.into_iter().map(|state| self.valid(state)).collect::<Vec<_>>();
        Some(quote!(scan.#method(rest, &[#(#valid),*])))
    }

    /// What is checked when an array or object has been read, and what is left after it.
    fn end(&self, mut conditions: Vec<TokenStream>, after: &After, start: &TokenStream) -> TokenStream {
        let After { formulas, judged, constants } = after;
        conditions.extend(constants.iter().map(|texts| quote!(scan.is_constant(#start, rest, &[#(#texts),*]))));
        conditions.extend(formulas.iter().map(|formula| self.formula(formula, start)));
        let judged = (!judged.is_empty()).then(|| {
            let (plan, nodes) = (&self.plan_static, judged.iter().map(|node| Literal::u32_unsuffixed(node.0)));
            quote!(scan.judged(&#plan, &[#(PlanIdx(#nodes)),*], #start)?;)
        });
        if conditions.is_empty() {
            return quote!(#judged Some(rest));
        }
        let condition = all_of(&conditions);
        quote!(#judged if #condition { Some(rest) } else { None })
    }

    fn formula(&self, formula: &Formula, start: &TokenStream) -> TokenStream {
        let each = |formulas: &[Formula]| formulas.iter().map(|one| self.formula(one, start)).collect::<Vec<_>>();
        match formula {
            Formula::All(all) => all_of(&each(all)),
            Formula::Any(any) => any_of(&each(any)),
            Formula::One(one) => one_of(&each(one)),
            Formula::Not(formula) => {
                let condition = self.formula(formula, start);
                quote!(!(#condition))
            }
            Formula::If(condition, then, otherwise) => {
                let [condition, then, otherwise] = [condition, then, otherwise].map(|one| self.formula(one, start));
                quote!(if #condition { #then } else { #otherwise })
            }
            Formula::Has(idx) => Seen::has(*idx),
            Formula::Member { idx, name, reader } => {
                let (has, valid, name) = (Seen::has(*idx), self.valid(*reader), Literal::byte_string(name.as_bytes()));
                quote!(!(#has) || scan.find(#start, #name).is_some_and(|value| scan.is(value, #valid)))
            }
            Formula::State(state) => {
                let valid = self.valid(Reader::State(*state));
                quote!(scan.is(#start, #valid))
            }
        }
    }
}
