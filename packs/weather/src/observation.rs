//! The log of observations: one JSON object a line in `observations.jsonl` of the server's data folder.
//!
//! A run may be executed more than once, after a failure or a crash; its line carries the run's id and is written once. A line that a
//! crash cut off is removed before the next one is written.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Write},
    path::Path,
};

use packwright_runtime_min::{Cx, HandlerError, handler};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The file's name in the data folder.
pub const FILE: &str = "observations.jsonl";

/// What to log.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct LogInput {
    /// The city's name in the table.
    pub city: String,
    /// What was observed there.
    pub observation: Observation,
}

/// What an observer reports.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
pub struct Observation {
    /// Air temperature, in °C.
    pub temperature_c: f64,
    /// Precipitation, in mm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precipitation_mm: Option<f64>,
    /// Anything worth remembering.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What became of it.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Eq, Serialize)]
pub struct Logged {
    /// Whether this attempt wrote the line; false where an earlier one of the same run had.
    pub appended: bool,
}

/// One line of the log.
#[derive(Debug, Serialize)]
struct Line<'a> {
    run: &'a str,
    city: &'a str,
    #[serde(flatten)]
    observation: &'a Observation,
}

/// Appends one observation to the log, once however often the run is tried.
#[handler(effects(writes("observations")))]
pub fn log_observation(cx: &Cx, input: LogInput) -> Result<Logged, HandlerError> {
    let line = Line { run: cx.correlation_id(), city: &input.city, observation: &input.observation };
    let appended = append_once(&cx.data().join(FILE), &line)?;
    Ok(Logged { appended })
}

/// Appends the line, unless the log has one of the same run, and makes sure that the disk has it. Writers of several threads and
/// processes wait for each other.
fn append_once(path: &Path, line: &Line<'_>) -> io::Result<bool> {
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    file.lock()?;
    let mut log = Vec::new();
    file.read_to_end(&mut log)?;
    let whole = log.iter().rposition(|byte| *byte == b'\n').map_or(0, |idx| idx + 1);
    if whole < log.len() {
        file.set_len(u64::try_from(whole).map_err(io::Error::other)?)?;
    }
    let is_there = log[..whole].split(|byte| *byte == b'\n').any(|known| is_of_run(known, line.run));
    if !is_there {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        file.write_all(&text)?;
    }
    // Also where it is there: the attempt that wrote it may have died before this.
    file.sync_all()?;
    if whole == 0
        && let Some(folder) = path.parent()
    {
        File::open(folder)?.sync_all()?;
    }
    Ok(!is_there)
}

fn is_of_run(line: &[u8], run: &str) -> bool {
    #[derive(Deserialize)]
    struct Known {
        run: String,
    }
    serde_json::from_slice::<Known>(line).is_ok_and(|known| known.run == run)
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread};

    use packwright_runtime_min::cx::RunContext;

    use super::*;

    fn cx(folder: &Path, run: &str) -> Cx {
        let run = RunContext {
            correlation_id: run.to_owned(),
            tool: "log-observation",
            reply_id: None,
            caller: None,
            data: folder.to_owned(),
            config: Arc::default(),
        };
        Cx::new(Arc::new(run), "append", 1)
    }

    fn log(folder: &Path, run: &str, note: &str) -> bool {
        let observation = Observation { temperature_c: 12.5, precipitation_mm: None, note: Some(note.to_owned()) };
        let input = LogInput { city: "Seattle".to_owned(), observation };
        log_observation(&cx(folder, run), input).expect("the folder is ours").appended
    }

    fn lines(folder: &Path) -> Vec<String> {
        let text = std::fs::read_to_string(folder.join(FILE)).expect("the log is there");
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_run_writes_one_line_however_often_it_is_tried() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert!(log(folder.path(), "run-1", "rain"));
        assert!(!log(folder.path(), "run-1", "rain"));
        assert!(log(folder.path(), "run-2", "\"run\":\"run-3\""));
        assert!(log(folder.path(), "run-3", "sun\nshine"));
        assert_eq!(
            lines(folder.path()),
            [
                r#"{"run":"run-1","city":"Seattle","temperature_c":12.5,"note":"rain"}"#,
                r#"{"run":"run-2","city":"Seattle","temperature_c":12.5,"note":"\"run\":\"run-3\""}"#,
                r#"{"run":"run-3","city":"Seattle","temperature_c":12.5,"note":"sun\nshine"}"#,
            ]
        );
    }

    #[test]
    fn a_line_that_a_crash_cut_off_is_written_anew() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        log(folder.path(), "run-1", "rain");
        let path = folder.path().join(FILE);
        let mut file = OpenOptions::new().append(true).open(path).expect("the log is there");
        file.write_all(br#"{"run":"run-2","city":"Sea"#).expect("the file is ours");
        assert!(log(folder.path(), "run-2", "sun"));
        assert_eq!(lines(folder.path()).len(), 2);
        assert!(lines(folder.path())[1].ends_with(r#""note":"sun"}"#));
    }

    #[test]
    fn many_at_once_lose_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        thread::scope(|scope| {
            for idx in 0..16 {
                let folder = folder.path();
                scope.spawn(move || log(folder, &format!("run-{}", idx / 2), "rain"));
            }
        });
        assert_eq!(lines(folder.path()).len(), 8, "two attempts of eight runs");
    }
}
