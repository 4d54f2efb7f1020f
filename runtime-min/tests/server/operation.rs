//! What operators meet: start-up errors, readiness, the command line.

use std::process::{Command, Output};

use crate::harness::{Site, binary};

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn without_keys_only_loopback_is_served() {
    let site = Site::new();
    let output = Command::new(binary())
        .args(["serve", "--listen", "0.0.0.0:0", "--data"])
        .arg(site.data())
        .env_remove("PACKWRIGHT_KEYS")
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no keys are configured"), "{}", stderr(&output));
}

#[test]
fn an_unknown_group_in_the_keys_file_is_an_error_that_names_those_there_are() {
    let site = Site::new();
    let keys = site.folder.path().join("keys.json");
    let text = std::fs::read_to_string(&keys).expect("keygen wrote it");
    std::fs::write(&keys, text.replace("\"public\"\n", "\"publik\"\n")).expect("writable");
    let output = site.command().output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let expected = "key `public`: there is no group `publik`; this pack has public, operators";
    assert!(stderr(&output).contains(expected), "{}", stderr(&output));
}

#[test]
fn one_server_uses_a_data_folder() {
    let site = Site::new();
    let _server = site.start();
    let output = site.command().output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("another server uses the data folder"), "{}", stderr(&output));
}

#[test]
fn readiness_names_what_is_unset_or_empty() {
    let mut site = Site::new();
    site.env.push(("TOOLS_REQUIRED", String::new()));
    let server = site.start();
    assert_eq!(server.send("GET /healthz", &[], b"").text(), r#"{"ok":true}"#);
    assert_eq!(server.send("GET /health", &[], b"").text(), r#"{"ok":true}"#);
    let ready = server.send("GET /readyz", &[], b"");
    assert_eq!(ready.error(), (503, "not-ready".into()));
    assert_eq!(ready.json()["error"]["details"]["missing"].to_string(), r#"["TOOLS_REQUIRED"]"#);
    server.kill();
    site.env[0].1 = "set".into();
    let ready = site.start().send("GET /readyz", &[], b"");
    assert_eq!((ready.status, ready.text().as_str()), (200, r#"{"ready":true}"#));
}

#[test]
fn the_command_line_shows_version_and_manifests() {
    let run = |args: &[&str]| Command::new(binary()).args(args).output().expect("it runs");
    assert_eq!(run(&["--version"]).stdout, b"tools 1.2.3\n");
    assert_eq!(run(&["manifest", "--group", "operators"]).stdout, br#"[{"id":"topology:append"}]"#);
    let unknown = run(&["manifest", "--group", "nobody"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("there is no group `nobody`"), "{}", stderr(&unknown));
    assert_eq!(run(&["serv"]).status.code(), Some(2));
    let key = run(&["keygen", "--id", "Not An Id"]);
    assert_eq!((key.status.code(), key.stdout.len()), (Some(2), 0));
}

#[test]
fn keys_can_come_from_the_environment() {
    let mut site = Site::new();
    let output = Command::new(binary()).args(["keygen", "--id", "env", "--group", "public"]).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("ASCII");
    let (key, file) = text.split_once('\n').expect("a key and its entry");
    site.env.push(("PACKWRIGHT_KEYS", file.to_owned()));
    site.keys_file = false;
    let server = site.start();
    assert_eq!(server.get(key, "/mcp/manifest.json").status, 200);
    assert_eq!(server.get(&site.public, "/mcp/manifest.json").status, 401);
}

#[test]
fn keys_that_did_not_arrive_open_nothing() {
    let mut site = Site::new();
    site.keys_file = false;
    site.env.push(("PACKWRIGHT_KEYS", " ".into()));
    let output = site.command().output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("PACKWRIGHT_KEYS is set, and empty"), "{}", stderr(&output));
}

#[test]
fn without_keys_only_this_machines_names_are_served() {
    let mut site = Site::new();
    site.keys_file = false;
    let server = site.start();
    // The harness says `host: test`, as a page would whose name leads here.
    assert_eq!(server.send("GET /mcp/manifest.json", &[], b"").error(), (403, "permission-denied".into()));
    assert_eq!(server.send("GET /health", &[], b"").status, 200);
}
