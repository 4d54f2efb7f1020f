//! Random graphs, random events in random order: what must hold of every run.

use super::{
    super::super::definition::{Body, Call, Each, Gate, ItemFailure, Pages, Wait},
    *,
};
use crate::validate::{Plan, Validator};

static NOTHING: Plan =
    Plan { root: None, nodes: std::borrow::Cow::Borrowed(&[]), patterns: std::borrow::Cow::Borrowed(&[]) };
static ANY: Validator = Validator::new(&NOTHING, |scan, rest| scan.any(rest));
static WAITS: [Wait; 2] = [wait(false), wait(true)];
static CALL: Call = Call { tool: "topology:t", args: |_| Ok(Vec::new()), max_depth: 8, timeout_ms: None };
static PAGES: Pages = Pages {
    start: |_| Ok(Vec::new()),
    body: never,
    next: |_| Ok(None),
    items: |_| Ok(Vec::new()),
    max_pages: 9,
    max_items: 9,
};

const fn wait(catch_timeout: bool) -> Wait {
    Wait { deadline_ms: |_, now| Ok(now), check: &ANY, catch_timeout }
}

/// Numbers that look random, the same for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.roll() % limit.max(1) as u64) as usize
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn some(&mut self, below: usize, most: usize) -> &'static [usize] {
        let mut found: Vec<usize> = (0..self.below(most + 1)).map(|_| self.below(below)).collect();
        found.sort_unstable();
        found.dedup();
        found.leak()
    }
}

/// A graph that the compiler could have made, as far as the logic can tell.
fn graph_of(dice: &mut Dice) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for idx in 0..2 + dice.below(9) {
        let flow: Vec<usize> = (0..idx).filter(|before| nodes[*before].compensates.is_none()).collect();
        let pick = |dice: &mut Dice, most: usize| -> &'static [usize] {
            let chosen = dice.some(flow.len(), if flow.is_empty() { 0 } else { most });
            chosen.iter().map(|at| flow[*at]).collect::<Vec<_>>().leak()
        };
        let retry = Retry::new(1 + dice.below(3) as u32, 10);
        if idx > 0 && dice.once_in(4) {
            let of = flow[dice.below(flow.len())];
            if !nodes.iter().any(|node| node.compensates == Some(of)) {
                nodes.push(Node { compensates: Some(of), retry, action: Action::Run(never), ..Node::PLAIN });
                continue;
            }
        }
        let after = pick(dice, 2);
        let sources = pick(dice, 3);
        let action = match dice.below(9) {
            0 | 1 => Action::Switch(|_| Ok(0)),
            2 if !sources.is_empty() => Action::Converge(sources),
            3 => Action::Wait(&WAITS[dice.below(2)]),
            4 => Action::Timer(|_, now| Ok(now)),
            5 => Action::Topology(&CALL),
            6 => Action::Each(Box::leak(Box::new(Each {
                items: |_| Ok(Vec::new()),
                body: if dice.once_in(2) { Body::Run(never) } else { Body::Topology(Call { ..CALL_LIKE }) },
                concurrency: 1 + dice.below(3),
                on_item_error: [ItemFailure::Fail, ItemFailure::Skip, ItemFailure::Collect][dice.below(3)],
                ordered: true,
                fold: None,
            }))),
            7 => Action::Pages(&PAGES),
            _ => Action::Run(never),
        };
        let mut gates = Vec::new();
        for before in &flow {
            match nodes[*before].action {
                Action::Switch(_) if dice.once_in(3) => {
                    gates.push(Gate::Branch { node: *before, branch: dice.below(3) });
                }
                Action::Wait(wait) if wait.catch_timeout && dice.once_in(2) => {
                    gates.push(Gate::TimedOut { node: *before });
                }
                _ if nodes[*before].catch && dice.once_in(2) => gates.push(Gate::Caught { node: *before }),
                _ => {}
            }
        }
        let catch = dice.once_in(4);
        nodes.push(Node { after, gates: gates.leak(), catch, retry, action, ..Node::PLAIN });
    }
    nodes
}

const CALL_LIKE: Call = Call { tool: "topology:t", args: |_| Ok(Vec::new()), max_depth: 8, timeout_ms: None };

/// One item as a store would keep it.
#[derive(Clone, Debug)]
struct Item {
    state: TaskState,
    phase: TaskPhase,
    failures: u32,
    outputs: u32,
}

/// A store of one run that keeps states only.
struct Model<'a> {
    nodes: &'a [Node],
    view: RunView,
    items: Vec<Vec<Item>>,
    end: Option<Ending>,
    undone: Vec<usize>,
    commits: usize,
}

impl Model<'_> {
    fn live(&self, task: usize) -> usize {
        let live = |item: &&Item| match item.state {
            TaskState::Running | TaskState::Spread => true,
            TaskState::Ready => item.phase == TaskPhase::Gather,
            _ => false,
        };
        self.items[task].iter().filter(live).count()
    }

    fn commit(&mut self, transition: &Transition) {
        self.commits += 1;
        assert!(self.end.is_none(), "what has ended stays as it ended");
        let before = self.view.clone();
        for (task, change) in &transition.changes {
            self.note(*task, change);
        }
        self.view.apply(transition);
        self.end = transition.end;
        for (_, change) in &transition.changes {
            if let Change::Adopt { from } = change {
                assert_eq!(self.view.tasks[*from].state, Done, "what converges has one of its sources");
            }
        }
        for (task, (old, new)) in before.tasks.iter().zip(&self.view.tasks).enumerate() {
            let settled = |state| matches!(state, Done | Failed | Skipped | TaskState::Passed | TaskState::Caught);
            assert!(!settled(old.state) || old.state == new.state, "a result is written once: {task} {old:?} {new:?}");
            if let Some(counted) = new.items() {
                let open = self.items[task]
                    .iter()
                    .filter(|item| matches!(item.state, Waiting | Ready | Running | TaskState::Spread));
                assert_eq!((counted.unfinished, counted.live), (open.count(), self.live(task)), "of {task}");
                if let Action::Each(each) = self.nodes[task].action {
                    let begun = self.items[task]
                        .iter()
                        .filter(|item| matches!(item.state, Ready | Running | TaskState::Spread));
                    assert!(begun.count() <= each.concurrency, "too many items of {task} at once");
                }
            }
        }
    }

    fn note(&mut self, task: usize, change: &Change) {
        let fresh = |state| Item { state, phase: TaskPhase::Begin, failures: 0, outputs: 0 };
        match change {
            Change::Ready if self.nodes[task].compensates.is_some() => self.undone.push(task),
            Change::Spread { inputs, open } => {
                let state = |idx| if idx < *open { Ready } else { Waiting };
                self.items[task] = (0..inputs.len()).map(|idx| fresh(state(idx))).collect();
            }
            Change::Append { input: _, seen: _, open } => {
                self.items[task].push(fresh(if *open { Ready } else { Waiting }));
            }
            Change::Open(item) => {
                assert_eq!(self.items[task][*item].state, Waiting);
                self.items[task][*item].state = Ready;
            }
            Change::Halt { error: _ } => {
                for item in &mut self.items[task] {
                    if item.state == Waiting || item.state == Ready && item.phase == TaskPhase::Begin {
                        item.state = Skipped;
                    }
                }
            }
            Change::Skip => {
                for item in &mut self.items[task] {
                    if matches!(item.state, Waiting | Ready | Running | TaskState::Spread) {
                        item.state = Skipped;
                    }
                }
            }
            Change::Item(item, change) => {
                let item = &mut self.items[task][*item];
                assert_eq!(item.state, Running);
                item.state = match change {
                    ItemChange::Complete(_) => {
                        item.outputs += 1;
                        Done
                    }
                    ItemChange::Retry { .. } => {
                        item.failures += 1;
                        item.phase = TaskPhase::Begin;
                        Ready
                    }
                    ItemChange::Fail { .. } => Failed,
                    ItemChange::GiveBack { .. } => Ready,
                    ItemChange::Skip => Skipped,
                    ItemChange::Call(_) => TaskState::Spread,
                };
            }
            _ => {}
        }
    }

    /// One thing that can happen, if any can.
    fn happen(&mut self, dice: &mut Dice) -> bool {
        let mut open = Vec::new();
        for task in 0..self.view.tasks.len() {
            if matches!(self.view.tasks[task].state, Ready | Running | TaskState::Spread) {
                open.push((task, None));
            }
            let under_way = |item: &Item| matches!(item.state, Ready | Running | TaskState::Spread);
            let items = self.items[task].iter().enumerate().filter(|(_, item)| under_way(item));
            open.extend(items.map(|(item, _)| (task, Some(item))));
        }
        // Everything but the items of a loop itself moves.
        open.retain(|(task, item)| item.is_some() || self.view.tasks[*task].items().is_none());
        let Some(chosen) = (!open.is_empty()).then(|| open[dice.below(open.len())]) else { return false };
        let (state, phase) = match chosen {
            (task, None) => (self.view.tasks[task].state, self.view.tasks[task].phase),
            (task, Some(item)) => (self.items[task][item].state, self.items[task][item].phase),
        };
        match (state, chosen) {
            // The run that was called ends.
            (TaskState::Spread, (task, None)) => {
                let view = &mut self.view.tasks[task];
                (view.state, view.phase, view.spread) = (Ready, TaskPhase::Gather, None);
            }
            (TaskState::Spread, (task, Some(item))) => {
                let item = &mut self.items[task][item];
                (item.state, item.phase) = (Ready, TaskPhase::Gather);
            }
            (Ready, (task, None)) => self.view.tasks[task].state = Running,
            (Ready, (task, Some(item))) => {
                self.items[task][item].state = Running;
                self.count_live(task);
            }
            (_, (task, None)) => {
                let event = self.event(dice, task, phase, None);
                self.settle(Subject::Task(task), event);
            }
            (_, (task, Some(item))) => {
                let failures = self.items[task][item].failures;
                let event = self.event(dice, task, phase, Some(item));
                self.settle(Subject::Item { task, item, failures, phase }, event);
            }
        }
        true
    }

    /// What a store counts when it is asked for the view.
    fn count_live(&mut self, task: usize) {
        let live = self.live(task);
        if let Some(Spread::Items(items)) = &mut self.view.tasks[task].spread {
            items.live = live;
        }
    }

    fn settle(&mut self, subject: Subject, event: Event) {
        let graph = Graph { nodes: self.nodes, responses: &[] };
        self.commit(&step(graph, &self.view, subject, event, NOW, 7));
    }

    /// How an attempt ends.
    fn event(&self, dice: &mut Dice, task: usize, phase: TaskPhase, item: Option<usize>) -> Event {
        let failing = self.view.ending.is_some() && self.nodes[task].compensates.is_none();
        if dice.once_in(10) {
            return Event::Released(NOW);
        }
        if failing && phase != TaskPhase::Gather && dice.once_in(2) {
            return Event::Dropped;
        }
        if dice.once_in(6) {
            let class = if dice.once_in(2) { FailureClass::Transient } else { FailureClass::Permanent };
            return Event::Failed(HandlerError::permanent("no", "never").of_class(class));
        }
        let run = || Event::Called(Box::new(new_run()));
        match (&self.nodes[task].action, phase, item) {
            (Action::Switch(_), _, _) => Event::Chosen(dice.below(3)),
            (Action::Wait(_), TaskPhase::Begin, _) => Event::Parked { phase: TaskPhase::Asked, due: NOW },
            (Action::Wait(_), _, _) => Event::Unanswered,
            (Action::Timer(_), TaskPhase::Begin, _) => Event::Parked { phase: TaskPhase::Slept, due: NOW },
            (Action::Topology(_), TaskPhase::Begin, _) => run(),
            (Action::Each(_), TaskPhase::Begin, None) => match dice.below(6) {
                0 => Event::Completed(output()),
                count => Event::Spread(vec![output(); count]),
            },
            (Action::Each(Each { body: Body::Topology(_), .. }), TaskPhase::Begin, Some(_)) => run(),
            (Action::Pages(_), TaskPhase::Begin, None) => Event::Spread(vec![output()]),
            (Action::Pages(_), TaskPhase::Begin, Some(page)) => {
                Event::Page { output: output(), next: (page < 4 && !dice.once_in(3)).then(output), seen: 1 }
            }
            _ => Event::Completed(output()),
        }
    }

    /// An answer from outside, to a wait that may have it.
    fn answer(&mut self, dice: &mut Dice) {
        let task = dice.below(self.nodes.len());
        if matches!(self.nodes[task].action, Action::Wait(_))
            && let Some(transition) = answer(Graph { nodes: self.nodes, responses: &[] }, &self.view, task, output())
        {
            self.commit(&transition);
        }
    }

    /// The process dies and comes back.
    fn crash(&mut self) {
        for task in 0..self.view.tasks.len() {
            let ready = |state: &mut TaskState| {
                if *state == Running {
                    *state = Ready;
                }
            };
            ready(&mut self.view.tasks[task].state);
            self.items[task].iter_mut().for_each(|item| ready(&mut item.state));
            self.count_live(task);
        }
    }

    /// What must hold of a run that has ended.
    fn judge(&self, ending: Ending) {
        let state = |idx: usize| self.view.tasks[idx].state;
        let flow = |idx: &usize| self.nodes[*idx].compensates.is_none();
        for idx in (0..self.nodes.len()).filter(flow) {
            let over = !matches!(state(idx), Ready | Running | Waiting | TaskState::Spread);
            assert!(over, "{idx} goes on: {:?}", self.view);
            let open = self.items[idx].iter().filter(|item| matches!(item.state, Ready | Running | TaskState::Spread));
            assert_eq!(open.count(), 0, "items of {idx} go on");
            assert!(self.items[idx].iter().all(|item| item.outputs <= 1));
        }
        let finished = |task: &usize| self.view.tasks[self.nodes[*task].compensates.expect("one")].finished;
        assert!(self.undone.is_sorted_by_key(|task| std::cmp::Reverse(finished(task))), "{:?}", self.undone);
        if ending == Ending::Completed {
            assert!(self.undone.is_empty(), "nothing is taken back");
            for idx in (0..self.nodes.len()).filter(flow) {
                assert_eq!(state(idx) == TaskState::Passed, !self.entered(idx), "{idx} of {:?}", self.view);
            }
        } else {
            for (task, node) in self.nodes.iter().enumerate() {
                if let Some(of) = node.compensates {
                    assert_eq!(state(of) == Done, self.undone.contains(&task), "{task} takes back {of}");
                }
            }
        }
    }

    /// Whether a node was to run, told from how the others ended: the definition of flow, written a second time.
    fn entered(&self, idx: usize) -> bool {
        let node = &self.nodes[idx];
        let task = |idx: usize| &self.view.tasks[idx];
        let open = |gate: &Gate| match *gate {
            Gate::Branch { node, branch } => task(node).state == Done && task(node).branch == Some(branch),
            Gate::Caught { node } => task(node).state == TaskState::Caught && task(node).branch == Some(0),
            Gate::TimedOut { node } => task(node).state == TaskState::Caught && task(node).branch == Some(1),
        };
        let converges = match node.action {
            Action::Converge(sources) => sources.iter().any(|idx| task(*idx).state == Done),
            _ => true,
        };
        (node.gates.is_empty() || node.gates.iter().any(open))
            && node.after.iter().all(|idx| task(*idx).state == Done)
            && converges
    }
}

fn new_run() -> NewRun {
    NewRun {
        correlation_id: "child".into(),
        tool: "topology:t",
        version: "1.0.0",
        shape: [0; 16],
        caller: None,
        reply_id: None,
        reply_to: None,
        args: output(),
        tasks: Vec::new(),
        deadline: None,
        depth: 2,
        now: NOW,
        idempotency: None,
    }
}

/// How a run of a random graph ends, whatever happens to it.
fn ending(seed: u64) -> Ending {
    let mut dice = Dice(seed);
    let nodes = graph_of(&mut dice);
    let tasks = begin(graph(&nodes)).into_iter().map(TaskView::new).collect();
    let mut model = Model {
        nodes: &nodes,
        view: RunView { ending: None, tasks },
        items: vec![Vec::new(); nodes.len()],
        end: None,
        undone: Vec::new(),
        commits: 0,
    };
    let gentle = dice.once_in(2);
    loop {
        if let Some(end) = model.end {
            model.judge(end);
            return end;
        }
        assert!(model.commits < 2_000, "it does not end");
        match dice.below(60) {
            0 => model.crash(),
            1 if !gentle => {
                let stop = RunFailure { ending: Ending::Cancelled, ..failure("", FailureClass::Permanent) };
                model.settle(Subject::Run, Event::Stopped(stop));
            }
            2 if !gentle && model.view.ending.is_none() => {
                let over = RunFailure { ending: Ending::TimedOut, ..failure("", FailureClass::Timeout) };
                model.settle(Subject::Run, Event::TimeOver(over));
            }
            3..6 => model.answer(&mut dice),
            _ => assert!(model.happen(&mut dice), "it is stuck: {:?}", model.view),
        }
    }
}

#[test]
fn every_run_of_every_graph_ends_once_and_rightly() {
    let mut endings = std::collections::BTreeMap::new();
    for seed in 0..6_000 {
        let ended = std::panic::catch_unwind(|| ending(seed));
        let ended = ended.unwrap_or_else(|_| panic!("with the seed {seed}"));
        *endings.entry(format!("{ended:?}")).or_insert(0) += 1;
    }
    assert!(endings.len() == 4 && endings.values().all(|runs| *runs > 200), "all endings are met: {endings:?}");
}
