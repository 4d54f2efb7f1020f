//! What `$dynamicRef` means on each way to it: a schema with its nodes copied as often as that differs.
//!
//! The dynamic scope of a value is the resources that were entered on the way. All that `$dynamicRef` asks of it is which
//! resource was the outermost with a `$dynamicAnchor` of one name, so an environment is that: names, and where each leads.
//! A node together with the environment in which it is reached is a [`State`]; from there everything is static. Example: with
//! `list` reached once by a schema that defines `item` as a string and once by one that defines it as a number, there are
//! two states of `list`. Nodes from which no such `$dynamicRef` can be reached forget their environment, so without any there is
//! one state for each node.

use std::collections::{HashMap, HashSet};

use crate::{
    Keyword, NodeIdx, Schema,
    ir::{DynamicRef, Form, Keywords, Node, ResourceIdx},
};

/// How many states there may be beyond the number of nodes.
pub(crate) const MOST_COPIES: usize = 10_000;

/// How many names all environments may have together.
const MOST_NAMES: usize = 1 << 20;

/// Too many states, or too much in them; the parser refuses such a schema.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooManyScopes;

/// An environment of [`Scopes::environments`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct EnvironmentIdx(u32);

impl EnvironmentIdx {
    const EMPTY: Self = Self(0);
}

/// Where each name leads; sorted.
type Environment<'s> = Vec<(&'s str, NodeIdx)>;

/// A state of [`Scopes::states`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StateIdx(u32);

impl StateIdx {
    pub(crate) fn idx(self) -> usize {
        self.0 as usize
    }
}

/// A node in an environment.
pub(crate) struct State {
    pub(crate) node: NodeIdx,
    environment: EnvironmentIdx,
    /// What it applies, by which keyword: as [`Keywords::applied`], and in that order.
    pub(crate) applied: Vec<(Keyword, StateIdx)>,
}

/// From where a schema is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    /// From the root: what is never applied has no state.
    Root,
    /// From everywhere.
    Everywhere,
}

/// Every state of a schema.
pub(crate) struct Scopes<'s> {
    pub(crate) schema: &'s Schema,
    /// In the order of first reach.
    pub(crate) states: Vec<State>,
    index: HashMap<(NodeIdx, EnvironmentIdx), StateIdx>,
    /// By node, whether it matters in which environment it is reached.
    asks: Vec<bool>,
    /// The names for which some `$dynamicRef` asks.
    asked: HashSet<&'s str>,
    environments: Vec<Environment<'s>>,
    /// How many names they have together.
    names: usize,
    interned: HashMap<Environment<'s>, EnvironmentIdx>,
    /// What becomes of an environment where a resource is entered.
    entered: HashMap<(EnvironmentIdx, ResourceIdx), EnvironmentIdx>,
}

impl<'s> Scopes<'s> {
    /// The states of `schema`.
    ///
    /// # Errors
    /// When there are too many.
    pub(crate) fn of(schema: &'s Schema, from: From) -> Result<Self, TooManyScopes> {
        let asked: HashSet<&str> = keywords(schema).filter_map(|(_, keywords)| asked_by(keywords)).collect();
        let mut scopes = Self {
            schema,
            states: Vec::new(),
            index: HashMap::new(),
            asks: asking(schema),
            asked,
            environments: vec![Vec::new()],
            names: 0,
            interned: HashMap::from([(Vec::new(), EnvironmentIdx::EMPTY)]),
            entered: HashMap::new(),
        };
        let mut reached = vec![false; schema.nodes.len()];
        let mut next = 0;
        for (start, _) in schema.nodes() {
            if !reached[start.idx()] {
                scopes.arrive(EnvironmentIdx::EMPTY, start)?;
            }
            while next < scopes.states.len() {
                reached[scopes.states[next].node.idx()] = true;
                scopes.apply(next)?;
                next += 1;
            }
            if from == From::Root {
                break;
            }
        }
        Ok(scopes)
    }

    /// Every state.
    pub(crate) fn indices(&self) -> impl Iterator<Item = StateIdx> + use<> {
        let count = u32::try_from(self.states.len()).expect("the limit is below");
        (0..count).map(StateIdx)
    }

    /// The node of a state.
    pub(crate) fn node(&self, state: StateIdx) -> &'s Node {
        self.schema.node(self.states[state.idx()].node)
    }

    /// The keywords of a state's node, if it is no boolean.
    pub(crate) fn keywords(&self, state: StateIdx) -> Option<&'s Keywords> {
        match &self.node(state).form {
            Form::Any | Form::Never => None,
            Form::Keywords(keywords) => Some(keywords),
        }
    }

    /// For each state the one that says what it says: itself, or where its lone reference leads.
    ///
    /// Ends only for a schema without circles.
    pub(crate) fn followed(&self) -> Vec<StateIdx> {
        let mut followed: Vec<Option<StateIdx>> = vec![None; self.states.len()];
        for start in self.indices() {
            let mut way = vec![start];
            let end = loop {
                let state = way[way.len() - 1];
                let is_lone = self.keywords(state).is_some_and(|keywords| keywords.lone_reference().is_some());
                match followed[state.idx()] {
                    Some(end) => break end,
                    // A lone reference is all that its schema applies.
                    None if is_lone => way.push(self.states[state.idx()].applied[0].1),
                    None => break state,
                }
            };
            way.into_iter().for_each(|state| followed[state.idx()] = Some(end));
        }
        followed.into_iter().flatten().collect()
    }

    /// Finds what a state applies.
    fn apply(&mut self, state: usize) -> Result<(), TooManyScopes> {
        let State { node, environment, applied: _ } = self.states[state];
        let Form::Keywords(keywords) = &self.schema.node(node).form else { return Ok(()) };
        let mut applied = Vec::new();
        for (keyword, target) in keywords.applied() {
            let target = match (keyword, asked_by(keywords)) {
                (Keyword::DynamicRef, Some(name)) => self.outermost(environment, name).unwrap_or(target),
                _ => target,
            };
            applied.push((keyword, self.arrive(environment, target)?));
        }
        self.states[state].applied = applied;
        Ok(())
    }

    /// The state of a node to which one in `environment` leads.
    fn arrive(&mut self, environment: EnvironmentIdx, node: NodeIdx) -> Result<StateIdx, TooManyScopes> {
        let resource = self.schema.node(node).resource;
        let environment =
            if self.asks[node.idx()] { self.enter(environment, resource)? } else { EnvironmentIdx::EMPTY };
        if let Some(state) = self.index.get(&(node, environment)) {
            return Ok(*state);
        }
        if self.states.len() >= self.schema.nodes.len() + MOST_COPIES {
            return Err(TooManyScopes);
        }
        let state = StateIdx(u32::try_from(self.states.len()).expect("the limit is below"));
        self.states.push(State { node, environment, applied: Vec::new() });
        self.index.insert((node, environment), state);
        Ok(state)
    }

    /// The environment in a resource that is entered from `environment`: what is further out stays.
    fn enter(&mut self, environment: EnvironmentIdx, resource: ResourceIdx) -> Result<EnvironmentIdx, TooManyScopes> {
        if let Some(entered) = self.entered.get(&(environment, resource)) {
            return Ok(*entered);
        }
        let anchors = self.schema.resources[resource.idx()].dynamic_anchors.iter();
        let new: Vec<_> = anchors
            .map(|(name, node)| (name.as_str(), *node))
            .filter(|(name, _)| self.asked.contains(name) && self.outermost(environment, name).is_none())
            .collect();
        let entered = if new.is_empty() { environment } else { self.extended(environment, new)? };
        self.entered.insert((environment, resource), entered);
        Ok(entered)
    }

    fn extended(&mut self, environment: EnvironmentIdx, new: Environment<'s>) -> Result<EnvironmentIdx, TooManyScopes> {
        let mut names = new;
        names.extend_from_slice(&self.environments[environment.0 as usize]);
        names.sort_unstable();
        if let Some(environment) = self.interned.get(&names) {
            return Ok(*environment);
        }
        self.names += names.len();
        if self.names > MOST_NAMES {
            return Err(TooManyScopes);
        }
        let extended = EnvironmentIdx(u32::try_from(self.environments.len()).expect("the limit is below"));
        self.environments.push(names.clone());
        self.interned.insert(names, extended);
        Ok(extended)
    }

    fn outermost(&self, environment: EnvironmentIdx, name: &str) -> Option<NodeIdx> {
        let names = &self.environments[environment.0 as usize];
        let place = names.binary_search_by_key(&name, |(outer, _)| outer).ok()?;
        Some(names[place].1)
    }
}

/// For each node whether a `$dynamicRef` whose meaning depends on the way can be reached from it.
fn asking(schema: &Schema) -> Vec<bool> {
    let mut leading_here: Vec<Vec<NodeIdx>> = vec![Vec::new(); schema.nodes.len()];
    let mut asks = vec![false; schema.nodes.len()];
    let mut to_tell = Vec::new();
    for (idx, keywords) in keywords(schema) {
        keywords.applied().for_each(|(_, target)| leading_here[target.idx()].push(idx));
        if asked_by(keywords).is_some() {
            asks[idx.idx()] = true;
            to_tell.push(idx);
        }
    }
    while let Some(idx) = to_tell.pop() {
        for from in &leading_here[idx.idx()] {
            if !std::mem::replace(&mut asks[from.idx()], true) {
                to_tell.push(*from);
            }
        }
    }
    asks
}

fn keywords(schema: &Schema) -> impl Iterator<Item = (NodeIdx, &Keywords)> {
    schema.nodes().filter_map(|(idx, node)| match &node.form {
        Form::Any | Form::Never => None,
        Form::Keywords(keywords) => Some((idx, &**keywords)),
    })
}

/// The name for which the schema's `$dynamicRef` asks.
fn asked_by(keywords: &Keywords) -> Option<&str> {
    match keywords.dynamic_reference.as_deref() {
        Some(DynamicRef { target: _, anchor }) => anchor.as_deref(),
        None => None,
    }
}
