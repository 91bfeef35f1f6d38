//! The profile's document: each rule names tests, and each of them exists.

use proofmark_tests::root;

#[test]
fn every_rule_names_tests_that_exist() {
    let text = std::fs::read_to_string(root().join("docs/semantics.md")).expect("the document");
    // A rule is an item of a list; its lines after the first are indented.
    let joined = text.replace("\n  ", " ");
    let rules: Vec<&str> = joined
        .lines()
        .filter(|line| line.starts_with("- **"))
        .collect();
    assert!(rules.len() > 25, "{}", rules.len());
    for rule in rules {
        let (_, tests) = rule
            .split_once(" Test: ")
            .unwrap_or_else(|| panic!("no test: {rule}"));
        for path in tests.split('`').skip(1).step_by(2) {
            assert!(root().join(path).is_file(), "{path} does not exist: {rule}");
        }
    }
}

#[test]
fn the_ledger_table_has_all_kinds() {
    let text = std::fs::read_to_string(root().join("docs/semantics.md")).expect("the document");
    let (_, ledger) = text.split_once("## The ledger").expect("the chapter");
    let (ledger, _) = ledger.split_once("\n## ").expect("another chapter");
    let kinds: Vec<&str> = ledger
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect();
    assert_eq!(kinds, proofmark_frontend::LEDGER_KINDS);
}
