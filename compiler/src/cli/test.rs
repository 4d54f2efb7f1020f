//! `packwright test`.

use std::{io, path::PathBuf};

use crate::{
    cli::{Exit, PackArgument, Streams, report},
    compile,
    contracts::Progress,
    diagnostic::{self, Files, Finding, render},
    driver::{self, Job},
    emit,
    ir::Purpose,
    lower,
    model::{Pack, test::Test},
    names::Names,
    source::SourceMap,
    staging::{self, Surroundings},
    testing::{self, Coverage, Happened, junit},
    world::{Output, Process, World},
};

/// Runs the pack's own tests on the production executor and store, with a clock that waits for nobody.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pack: PackArgument,
    /// Only tests of which `tests/FILE.toml: NAME` contains this.
    #[arg(value_name = "FILTER")]
    filter: Option<String>,
    /// Also write the report as JUnit's XML into this file.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Take the handlers' schemas from contracts.lock only, and fail where it is stale.
    #[arg(long)]
    locked: bool,
}

/// Runs the command.
pub(super) fn run(world: &dyn World, arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Arguments { pack: argument, filter, junit, locked } = arguments;
    let mut compilation = compile(world, &argument.folder, streams.stale(*locked))?;
    let exit = report::write_findings(world, &compilation, argument, streams)?;
    let Some(checked) = &compilation.checked else { return Ok(exit) };
    let sources = &compilation.sources.files;
    let pack = checked.pack();
    let title = |test: &Test| format!("{}: {}", sources.get(test.name.span.file).path, test.name.value);
    let is_wanted = |test: &&Test| filter.as_ref().is_none_or(|filter| title(test).contains(filter.as_str()));
    let tests: Vec<&Test> = pack.tests.iter().filter(is_wanted).collect();
    if tests.is_empty() {
        let message = match filter {
            Some(filter) if !pack.tests.is_empty() => format!("no test has `{filter}` in its file and name"),
            _ => "the pack has no tests: write some into `tests/*.toml`".to_owned(),
        };
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }

    let surroundings = Surroundings::of(world, &argument.folder, sources)?;
    let mut server = lower::lower(checked, sources);
    server.purpose = Purpose::Test;
    let (mut staged, mut findings) = staging::pack(sources, &surroundings);
    if findings.is_empty() {
        staged.extend(staging::vendor());
        staged.extend(emit::sources(&server));
        staged.insert("Cargo.lock".to_owned(), surroundings.lock.seed().into_bytes());
        let progress = if streams.err_is_terminal { Progress::Shown } else { Progress::Hidden };
        let scratch = &surroundings.scratch;
        let origin = pack.id.span;
        let job = Job { pack: &server.pack, origin, sources, scratch, server: staged, progress };
        let cases: Vec<_> = tests.iter().map(|test| testing::case(pack, test, &canonical(pack, test))).collect();
        let cases = serde_json::Value::Array(cases).to_string();
        let ran = driver::run_tests(world, &job, |program| happened(world, program, scratch, &cases, &tests))?;
        match ran {
            Ok(happened) => {
                let files = Files { sources, folder: &argument.prefix() };
                let outcome = Outcome { pack, tests: &tests, happened: &happened, sources };
                return outcome.report(world, files, junit.as_ref(), streams);
            }
            Err(refused) => findings = refused,
        }
    }
    compilation.findings = diagnostic::in_file_order(findings);
    report::write_findings(world, &compilation, argument, streams)
}

fn canonical(pack: &Pack, test: &Test) -> String {
    let topology = &pack.topologies[test.topology.value.idx()];
    Names::topology(&pack.namespace, &topology.name.value).canonical
}

/// Runs the test program.
fn happened(
    world: &dyn World,
    program: &std::path::Path,
    scratch: &std::path::Path,
    cases: &str,
    tests: &[&Test],
) -> io::Result<Vec<Happened>> {
    let folder = scratch.join("tests");
    world.remove_tree(&folder)?;
    let [cases_file, results, data] = ["cases.json", "results.jsonl", "data"].map(|name| folder.join(name));
    world.write(&cases_file, cases.as_bytes())?;
    let mut process = Process::new(program).args([&cases_file, &results, &data]);
    process.output = Output::Captured;
    let ended = world.run(&process)?;
    let written = world.read(&results).unwrap_or_default();
    let lines = written.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let happened: Vec<Happened> = lines.map(serde_json::from_slice).collect::<Result<_, _>>()?;
    if happened.len() == tests.len() && ended.is_success() {
        return Ok(happened);
    }
    let said = String::from_utf8_lossy(&ended.stderr);
    let test = tests.get(happened.len()).map_or("", |test| &test.name.value);
    Err(io::Error::other(format!("the test program ended in the test `{test}`\n{}", said.trim_end())))
}

/// The tests and what happened in them.
struct Outcome<'a> {
    pack: &'a Pack,
    tests: &'a [&'a Test],
    happened: &'a [Happened],
    sources: &'a SourceMap,
}

impl Outcome<'_> {
    fn report(
        &self,
        world: &dyn World,
        files: Files<'_>,
        junit: Option<&PathBuf>,
        streams: &mut Streams<'_>,
    ) -> io::Result<Exit> {
        let mut coverage = Coverage::default();
        let mut failures: Vec<Finding> = Vec::new();
        let mut cases = Vec::new();
        for (test, happened) in self.tests.iter().zip(self.happened) {
            coverage.add(happened);
            let found = diagnostic::in_file_order(testing::judge(test, happened));
            let word = if found.is_empty() { "ok    " } else { "FAILED" };
            let file = self.sources.get(test.name.span.file).path.as_str();
            writeln!(streams.out, "{word} {file}: {}", test.name.value)?;
            let texts = found.iter().map(|finding| {
                (finding.message.clone(), render::text(std::slice::from_ref(finding), files, render::Colours::Off))
            });
            let topology = self.pack.topologies[test.topology.value.idx()].name.value.as_str();
            cases.push(junit::Case { file, name: &test.name.value, topology, failures: texts.collect() });
            failures.extend(found);
        }
        if !failures.is_empty() {
            writeln!(streams.out)?;
            streams.out.write_all(render::text(&failures, files, streams.colours(world)).as_bytes())?;
        }
        let canonical = |name: &str| Names::topology(&self.pack.namespace, name).canonical;
        write!(streams.out, "\ncoverage:\n{}", coverage.text(self.pack, canonical))?;
        let failed = cases.iter().filter(|case| !case.failures.is_empty()).count();
        writeln!(streams.out, "\n{} passed, {failed} failed", cases.len() - failed)?;
        streams.out.flush()?;
        if let Some(path) = junit {
            world.write(path, junit::document(&self.pack.id.value, &cases).as_bytes())?;
        }
        Ok(if failed == 0 { Exit::Fine } else { Exit::Findings })
    }
}
