//! Files in, one line for each function out.

use std::fmt::Write;

use crate::{contracts::Unusable, source::SourceMap};

const MANIFEST: (&str, &str) = ("Cargo.toml", "[package]\nname = \"the-pack\"\n");

/// Scans a crate of `files` and compares handlers, unusable ones and findings with `expect`, a line each.
fn check(files: &[(&str, &str)], expect: &str) {
    let all = [&[MANIFEST], files].concat();
    let map = SourceMap::new(all.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect());
    let (scan, findings) = super::scan(&map);
    let text = |span: crate::source::Span| {
        let file = map.get(span.file);
        format!("{} `{}`", file.path, String::from_utf8_lossy(&file.bytes[span.range()]))
    };
    let mut got = String::new();
    for handler in &scan.handlers {
        _ = writeln!(got, "{} = {} at {}", handler.name, handler.path, text(handler.span));
    }
    for unusable in &scan.unusable {
        let reason = match &unusable.reason {
            Unusable::Private => "is private".to_owned(),
            Unusable::PrivateModule(module) => format!("is in private `{module}`"),
            Unusable::Shape(sentence) => sentence.clone(),
        };
        _ = writeln!(got, "{} unusable: {reason}", unusable.name);
    }
    for finding in &findings {
        _ = writeln!(got, "{} {} at {}", finding.code, finding.message, text(finding.primary.span));
    }
    let expect: Vec<&str> = expect.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(got.lines().collect::<Vec<_>>(), expect, "for {files:#?}");
}

const HANDLER: &str = "/// Finds.\n#[handler]\npub fn find(input: u8) -> u8 { input }\n";

#[test]
fn a_pack_without_a_crate_has_no_handlers() {
    let (scan, findings) = super::scan(&SourceMap::default());
    assert!(scan.package.is_none() && scan.handlers.is_empty() && findings.is_empty());
}

#[test]
fn modules_are_followed_into_their_files() {
    let find = "find = the_pack::a::find at";
    check(&[("src/lib.rs", "pub mod a;"), ("src/a.rs", HANDLER)], &format!("{find} src/a.rs `find`"));
    check(&[("src/lib.rs", "pub mod a;"), ("src/a/mod.rs", HANDLER)], &format!("{find} src/a/mod.rs `find`"));
    check(
        &[("src/lib.rs", "#[path = \"../other/x.rs\"] pub mod a;"), ("other/x.rs", HANDLER)],
        &format!("{find} other/x.rs `find`"),
    );
    check(
        &[("src/lib.rs", "pub mod a { pub mod b; }"), ("src/a/b.rs", HANDLER)],
        "find = the_pack::a::b::find at src/a/b.rs `find`",
    );
    check(
        &[("src/lib.rs", "pub mod a;"), ("src/a.rs", "pub mod b;"), ("src/a/b.rs", HANDLER)],
        "find = the_pack::a::b::find at src/a/b.rs `find`",
    );
    check(
        &[("src/lib.rs", "pub mod a { #[path = \"x.rs\"] pub mod b; }"), ("src/a/x.rs", HANDLER)],
        "find = the_pack::a::b::find at src/a/x.rs `find`",
    );
}

#[test]
fn a_module_without_a_file_is_a_finding() {
    check(&[("src/lib.rs", "pub mod a;")], "PW0105 the module `a` has no file at src/lib.rs `a`");
}

#[test]
fn modules_that_include_each_other_end() {
    check(
        &[("src/lib.rs", "pub mod a;"), ("src/a.rs", &format!("{HANDLER} #[path = \"a.rs\"] pub mod again;"))],
        "find = the_pack::a::find at src/a.rs `find`",
    );
}

#[test]
fn test_code_is_not_there() {
    check(&[("src/lib.rs", &format!("#[cfg(test)] mod tests {{ {HANDLER} }}"))], "");
}

#[test]
fn re_exports_lead_out_of_private_modules() {
    let expect = |path: &str| format!("find = the_pack::{path} at src/a.rs `find`");
    let check = |lib: &str, path: &str| check(&[("src/lib.rs", lib), ("src/a.rs", HANDLER)], &expect(path));
    check("mod a; pub use a::find;", "find");
    check("mod a; pub use self::a::find as seek;", "seek");
    check("mod a; pub use crate::{a::{find, other}, b::c};", "find");
    check("mod a; pub use a::*;", "find");
    check("mod a; pub mod api { pub use super::a::find; }", "api::find");
    check("mod a; pub mod api { pub use super::a::*; }", "api::find");
    check("mod a; use a::find as hidden; pub use hidden as shown;", "shown");
    check("mod a; mod inner { pub use super::a::*; } pub use inner::*;", "find");
    check("pub mod inner { pub use crate::a; } pub mod a;", "a::find");
    check("mod outer { #[path = \"../a.rs\"] pub mod a; } pub use outer::a as api;", "api::find");
    check("pub mod a; pub use a::find as zzz;", "zzz");
}

#[test]
fn circles_of_re_exports_end() {
    check(
        &[(
            "src/lib.rs",
            &format!("pub mod a {{ pub use super::b::*; {HANDLER} }} pub mod b {{ pub use super::a::*; }}"),
        )],
        "find = the_pack::a::find at src/lib.rs `find`",
    );
    check(&[("src/lib.rs", "pub use self::x as y; pub use self::y as x;")], "");
}

#[test]
fn unreachable_handlers_say_why() {
    let private = HANDLER.replace("pub fn", "fn");
    check(&[("src/lib.rs", &private)], "find unusable: is private");
    check(&[("src/lib.rs", &HANDLER.replace("pub", "pub(crate)"))], "find unusable: is private");
    check(&[("src/lib.rs", &format!("mod a {{ pub mod b {{ {HANDLER} }} }}"))], "find unusable: is in private `a`");
    check(
        &[("src/lib.rs", &private.replace("handler", "tool"))],
        "find unusable: is private
         PW0102 the tool `find` cannot be called from outside its crate at src/lib.rs `find`",
    );
}

#[test]
fn a_module_of_the_same_name_hides_a_handler() {
    check(
        &[("src/lib.rs", "mod find; pub use find::*;"), ("src/find.rs", HANDLER)],
        "find unusable: is in private `find`",
    );
    check(
        &[("src/lib.rs", "pub mod find; pub use find::*;"), ("src/find.rs", HANDLER)],
        "find = the_pack::find::find at src/find.rs `find`",
    );
}

#[test]
fn wrong_shapes_wait_for_someone_to_name_them() {
    check(
        &[("src/lib.rs", "/// Finds.\n#[handler] pub fn find(cx: Cx) {}")],
        "find unusable: a handler takes `Cx` by reference: write `&Cx`",
    );
    check(
        &[("src/lib.rs", "struct S; impl S { /// Finds.\n#[handler] pub fn find(&self) {} }")],
        "find unusable: `#[handler]` stands on a method: make it a function outside `impl` and `trait`",
    );
    check(
        &[("src/lib.rs", "/// Finds.\n#[tool] pub fn find(cx: Cx) {}")],
        "find unusable: a handler takes `Cx` by reference: write `&Cx`
         PW0103 a handler takes `Cx` by reference at src/lib.rs `Cx`",
    );
}

#[test]
fn wrong_attributes_are_findings() {
    check(
        &[("src/lib.rs", "/// Finds.\n#[handler(nme = \"x\")] pub fn find() {}")],
        "find = the_pack::find at src/lib.rs `find`
         PW0108 `#[handler]` has no option `nme` at src/lib.rs `nme`",
    );
}

#[test]
fn the_first_of_two_handlers_keeps_the_name() {
    check(
        &[("src/lib.rs", "/// A.\n#[handler] pub fn a() {}\n/// B.\n#[handler(name = \"a\")] pub fn b() {}")],
        "a = the_pack::a at src/lib.rs `a`
         PW0104 two handlers are called `a` at src/lib.rs `b`",
    );
}

#[test]
fn a_file_that_does_not_parse_is_a_finding_and_the_others_go_on() {
    check(
        &[("src/lib.rs", "pub mod a;\npub mod b;"), ("src/a.rs", "\u{feff}// ä\nfn {}"), ("src/b.rs", HANDLER)],
        "find = the_pack::b::find at src/b.rs `find`
         PW0107 expected identifier at src/a.rs `{`",
    );
    check(&[("src/lib.rs", "fn a() {")], "PW0107 this file cannot be read as Rust at src/lib.rs ``");
}

#[test]
fn nesting_without_end_is_refused() {
    let nested = |depth: usize| format!("fn a() {{ {}1{}; }}", "(".repeat(depth), ")".repeat(depth));
    check(&[("src/lib.rs", &nested(127))], "");
    check(&[("src/lib.rs", &nested(100_000))], "PW0107 brackets are nested deeper than 128 times at src/lib.rs `(`");
}

#[test]
fn functions_without_the_attribute_are_listed() {
    let files = [MANIFEST, ("src/lib.rs", "pub fn b() {} fn a() {} #[test] fn c() {}")];
    let map = SourceMap::new(files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect());
    let names: Vec<String> = super::scan(&map).0.functions.into_iter().map(|function| function.name).collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn the_library_may_have_its_own_name_and_place() {
    let manifest = "[package]\nname = \"p\"\n[lib]\nname = \"other\"\npath = \"lib/root.rs\"\n";
    check(&[("Cargo.toml", manifest), ("lib/root.rs", HANDLER)], "find = other::find at lib/root.rs `find`");
    check(
        &[("Cargo.toml", "[package]\nname = \"p\"\n")],
        "PW0105 the package `p` has no library at Cargo.toml `\"p\"`",
    );
    check(&[("Cargo.toml", "[package")], "PW0001 unclosed table, expected `]` at Cargo.toml ``");
}
