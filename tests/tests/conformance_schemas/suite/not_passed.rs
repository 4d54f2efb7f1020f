//! The tests of the suite that do not pass, each with the reason: there are tests that this list is exact.

use super::{Group, Test};

/// Tests that do not pass.
pub(super) struct NotPassed {
    /// The path of the file, without its ending.
    pub(super) file: &'static str,
    /// The description of the schema.
    pub(super) group: &'static str,
    /// The description of the test; none if the schema is refused: all of its tests.
    pub(super) test: Option<&'static str>,
    /// Why; of a schema that is refused, the faults' messages.
    pub(super) why: &'static str,
}

impl NotPassed {
    /// Whether all tests of the group are meant.
    pub(super) fn is_whole(&self, file: &str, group: &str) -> bool {
        (self.file, self.group, self.test) == (file, group, None)
    }
}

/// What is said of a test.
pub(super) fn find(group: &Group, test: &Test) -> Option<&'static NotPassed> {
    LIST.iter().find(|listed| {
        (listed.file, listed.group) == (&group.file, &group.description)
            && listed.test.is_none_or(|listed| listed == test.description)
    })
}

/// Only features of other drafts.
pub(super) const LIST: &[NotPassed] = &[
    NotPassed {
        file: "optional/cross-draft",
        group: "refs to historic drafts are processed as historic drafts",
        test: None,
        why: "schemas of `https://json-schema.org/draft/2019-09/schema` are not read, only draft 2020-12 is",
    },
    dependencies("single dependency", "missing dependency"),
    dependencies("multiple dependents required", "missing dependency"),
    dependencies("multiple dependents required", "missing other dependency"),
    dependencies("multiple dependents required", "missing both dependencies"),
    dependencies("dependencies with escaped characters", "CRLF missing dependent"),
    dependencies("dependencies with escaped characters", "quoted quotes missing dependent"),
    dependencies("single schema dependency", "wrong type"),
    dependencies("single schema dependency", "wrong type other"),
    dependencies("single schema dependency", "wrong type both"),
    dependencies("boolean subschemas", "object with property having schema false is invalid"),
    dependencies("boolean subschemas", "object with both properties is invalid"),
    dependencies("schema dependencies with escaped characters", "quoted quote"),
    dependencies("schema dependencies with escaped characters", "quoted tab invalid under dependent schema"),
    dependencies("schema dependencies with escaped characters", "quoted quote invalid under dependent schema"),
];

const fn dependencies(group: &'static str, test: &'static str) -> NotPassed {
    NotPassed {
        file: "optional/dependencies-compatibility",
        group,
        test: Some(test),
        why: "`dependencies` is a keyword of draft 7 and earlier; packs that have it are refused as having an unknown keyword",
    }
}
