//! Every JSON object that a command prints fits its schema in `docs/schema`. The commands are in
//! `tests/objects/lines.txt`.

use proofmark_tests::root;
use proofmark_tests::workplace::{objects, Workplace};
use serde_json::Value;
use std::collections::BTreeMap;

fn schema(name: &str) -> Value {
    let path = root().join("docs/schema").join(name).with_extension("json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn every_object_fits_its_schema() {
    let place = Workplace::with(|_| true);
    let lines = std::fs::read_to_string(objects().join("lines.txt")).expect("the lines");
    let mut validators = BTreeMap::new();
    let (mut heading, mut failures) = (None, Vec::new());
    for line in lines
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            let validator = jsonschema::validator_for(&schema(name)).expect("a schema");
            assert!(
                !validator.is_valid(&serde_json::json!({ "verdict": "other" })),
                "{name}"
            );
            validators.insert(name, validator);
            heading = Some(name);
            continue;
        }
        let (status, command) = line.split_once(' ').expect("a status and a command");
        let status: i32 = status.parse().expect("a status");
        match heading {
            None => drop(place.says(command, status, &[])),
            Some(name) => {
                let object = place.json(command, status);
                let errors = validators[name].iter_errors(&object);
                failures.extend(errors.map(|e| format!("{command}: {e}\n{object}")));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let files = std::fs::read_dir(root().join("docs/schema")).expect("the schemas");
    assert_eq!(files.count(), validators.len(), "each schema has commands");
}

/// Nothing is left out of a schema: each object says that it has no other members.
#[test]
fn schemas_are_closed() {
    fn open(value: &Value, path: &str, out: &mut Vec<String>) {
        if let Value::Object(object) = value {
            if object.contains_key("properties")
                && object.get("additionalProperties") != Some(&Value::Bool(false))
            {
                out.push(path.to_owned());
            }
            object
                .iter()
                .for_each(|(key, value)| open(value, &format!("{path}/{key}"), out));
        }
        if let Value::Array(items) = value {
            items
                .iter()
                .enumerate()
                .for_each(|(n, value)| open(value, &format!("{path}/{n}"), out));
        }
    }
    let mut found = Vec::new();
    let mut shared: BTreeMap<String, Value> = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("docs/schema")).expect("the schemas") {
        let path = entry.expect("readable").path();
        let name = path
            .file_stem()
            .map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let schema = schema(&name);
        open(&schema, &name, &mut found);
        // What several schemas define is the same in all of them.
        for (key, value) in schema["$defs"].as_object().into_iter().flatten() {
            let known = shared.entry(key.clone()).or_insert_with(|| value.clone());
            assert_eq!(known, value, "{name}: {key}");
        }
    }
    assert!(found.is_empty(), "{found:?}");
}
