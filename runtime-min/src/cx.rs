//! What a handler may know about the run it works for.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The context of one handler call: the run's envelope, which handlers can read and cannot change, and the operator's
/// configuration.
///
/// Cheap to clone. In unit tests make one with [`Cx::for_tests`].
#[derive(Clone, Debug)]
pub struct Cx {
    run: Arc<RunContext>,
    node: &'static str,
    attempt: u32,
    item: Option<usize>,
    idempotency_key: Option<Arc<str>>,
}

/// What all handler calls of one run share.
#[derive(Clone, Debug)]
pub struct RunContext {
    /// The run's id, unique for ever.
    pub correlation_id: String,
    /// The bare name of the tool that was called.
    pub tool: &'static str,
    /// The caller's `reply_id`, if the call carried one.
    pub reply_id: Option<String>,
    /// The id of the key that made the call; absent where the server runs without keys.
    pub caller: Option<String>,
    /// The server's data folder, for files which handlers keep.
    pub data: PathBuf,
    /// The pack's configuration values that are set, by name.
    pub config: Arc<BTreeMap<&'static str, String>>,
}

impl Cx {
    /// A context for node `node` of a run, on its `attempt`-th try (the first is 1). For executors.
    pub fn new(run: Arc<RunContext>, node: &'static str, attempt: u32) -> Self {
        Self { run, node, attempt, item: None, idempotency_key: None }
    }

    /// The same for one item of a loop, or one page. For executors.
    #[must_use]
    pub fn of_item(self, item: usize) -> Self {
        Self { item: Some(item), ..self }
    }

    /// The same with the idempotency key that the topology says. For executors.
    #[must_use]
    pub fn with_idempotency_key(self, key: impl Into<Arc<str>>) -> Self {
        Self { idempotency_key: Some(key.into()), ..self }
    }

    /// A context for unit tests of handlers: a made-up run whose data folder is `data`, with nothing configured.
    pub fn for_tests(data: impl Into<PathBuf>) -> Self {
        let run = RunContext {
            correlation_id: "test-run".into(),
            tool: "test-tool",
            reply_id: None,
            caller: None,
            data: data.into(),
            config: Arc::default(),
        };
        Self::new(Arc::new(run), "test-node", 1)
    }

    /// The run's id. The same for all attempts, so it makes effects idempotent together with [`Cx::node`] and [`Cx::item`].
    pub fn correlation_id(&self) -> &str {
        &self.run.correlation_id
    }

    /// The bare name of the tool that was called.
    pub fn tool(&self) -> &str {
        self.run.tool
    }

    /// The node that calls this handler.
    pub fn node(&self) -> &str {
        self.node
    }

    /// Which attempt this is; the first is 1. Above 1 an earlier attempt failed or the process died in it.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// In a loop the index of the item this is about, while paging that of the page; the same for all attempts.
    pub fn item(&self) -> Option<usize> {
        self.item
    }

    /// What tells others that it is the same work again, to be passed on to whoever does it: 1 to 255 visible ASCII characters, the
    /// same for all attempts. The node's `idempotency_key`, where the topology gives it one; else made of the run, the node and the item.
    pub fn idempotency_key(&self) -> Cow<'_, str> {
        if let Some(key) = &self.idempotency_key {
            return Cow::Borrowed(key);
        }
        let run = self.correlation_id();
        Cow::Owned(match self.item {
            Some(item) => format!("{run}.{}.{item}", self.node),
            None => format!("{run}.{}", self.node),
        })
    }

    /// The idempotency key that the topology gives the node, if any: what an HTTP call sends.
    #[cfg(feature = "server")]
    pub(crate) fn given_idempotency_key(&self) -> Option<&str> {
        self.idempotency_key.as_deref()
    }

    /// The caller's `reply_id`, if any.
    pub fn reply_id(&self) -> Option<&str> {
        self.run.reply_id.as_deref()
    }

    /// The id of the calling key; none where the server runs without keys.
    pub fn caller(&self) -> Option<&str> {
        self.run.caller.as_deref()
    }

    /// The folder where handlers may keep files.
    pub fn data(&self) -> &Path {
        &self.run.data
    }

    /// The value of the pack's configuration entry `name`, if it is set.
    pub fn config(&self, name: &str) -> Option<&str> {
        self.run.config.get(name).map(String::as_str)
    }
}
