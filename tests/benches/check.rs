//! `check` of a generated pack: wall time for 100, 1,000 and 10,000 declarative topologies, how it grows, and how it compares
//! with only parsing the TOML of the same files. Everything is measured in this one run.
//!
//! `cargo bench -p packwright-tests --bench check`

#![expect(clippy::print_stdout, reason = "a benchmark's report is its output")]

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use packwright::{
    cli::{self, Exit, Streams},
    world::Real,
};
use packwright_tests::generated_pack;

/// The best of several runs: what the machine can do when nothing else wants it.
fn best(runs: usize, mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..runs).map(time).min().unwrap_or_default()
}

fn check(folder: &Path) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams { out: &mut out, err: &mut err, out_is_terminal: false, err_is_terminal: false };
    let args = ["packwright".into(), "check".into(), folder.as_os_str().to_owned()];
    let exit = cli::run(&Real, args, &mut streams);
    assert_eq!(exit, Exit::Fine, "{}{}", String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
}

fn read_and_parse_toml(folder: &Path, paths: &[String]) {
    for path in paths {
        let text = fs::read_to_string(folder.join(path)).expect("the pack was written");
        let document = toml::de::DeTable::parse(&text).expect("the pack is TOML");
        std::hint::black_box(&document);
    }
}

fn main() {
    println!("{:>10} {:>12} {:>14} {:>10} {:>8}", "topologies", "check", "per topology", "TOML only", "ratio");
    let mut before: Option<(usize, Duration, Duration)> = None;
    for (count, runs) in [(100, 20), (1_000, 10), (10_000, 3)] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let files = generated_pack::declarative(count);
        for (path, text) in &files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let paths: Vec<_> = files.into_keys().collect();
        let checked = best(runs, || check(folder.path()));
        let parsed = best(runs, || read_and_parse_toml(folder.path(), &paths));
        let each = checked / u32::try_from(count).expect("a few thousand");
        let ratio = checked.as_secs_f64() / parsed.as_secs_f64();
        println!("{count:>10} {checked:>12.2?} {each:>14.2?} {parsed:>10.2?} {ratio:>7.2}x");
        // Files that are only read and parsed one by one cost the same each: how the machine makes many of them dearer shows there.
        if let Some((fewer, time, toml)) = before.replace((count, checked, parsed)) {
            let growth = checked.as_secs_f64() / time.as_secs_f64();
            let of_toml = parsed.as_secs_f64() / toml.as_secs_f64();
            println!(
                "{:>10} {growth:.2}x the time for {}x the topologies; TOML only: {of_toml:.2}x",
                "",
                count / fewer
            );
        }
    }
}
