//! What tests of packs ask the journal: whether anything is under way, and how tasks stand.

use super::{super::StoreError, Sqlite};
use crate::server::pack_tests::Task;

/// How the open work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Attempts under way, and those that may begin at once.
    pub(crate) under_way: usize,
    /// When the next one may begin that has to wait, in milliseconds since 1970.
    pub(crate) next_due: Option<i64>,
}

impl Sqlite {
    /// How the open work stands at this time.
    pub(crate) async fn standing(&self, now: i64) -> Result<Standing, StoreError> {
        let read = self.readers.read(move |connection| {
            connection
                .prepare_cached(
                    "WITH open AS (SELECT state, due FROM tasks WHERE state IN ('ready', 'running')
                                   UNION ALL SELECT state, due FROM items WHERE state IN ('ready', 'running'))
                     SELECT count(*) FILTER (WHERE state = 'running' OR due <= ?1),
                            min(due) FILTER (WHERE state = 'ready' AND due > ?1) FROM open",
                )?
                .query_row([now], |row| Ok(Standing { under_way: row.get(0)?, next_due: row.get(1)? }))
        });
        read.await
    }

    /// The nodes' tasks of all runs, in the order in which these began.
    pub(crate) async fn tasks(&self) -> Result<Vec<Task>, StoreError> {
        let read = self.readers.read(move |connection| {
            connection
                .prepare_cached(
                    "SELECT tool, depth, name, state, branch FROM tasks JOIN runs ON runs.id = tasks.run
                     WHERE work = 'node' ORDER BY run, task",
                )?
                .query_map([], |row| {
                    Ok(Task {
                        tool: row.get(0)?,
                        depth: row.get(1)?,
                        node: row.get(2)?,
                        state: row.get(3)?,
                        branch: row.get(4)?,
                    })
                })?
                .collect()
        });
        read.await
    }
}
