//! Imports within a crate go one way: among the modules of one parent there is no circle.
//!
//! What a module and its descendants name from another module's subtree counts as an arrow between
//! the two where their paths part. Arrows between a module and its own parent do not count: a
//! parent declares what its children share.

use proofmark_tests::root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Crates, and the circles that they still have. A circle that is gone must leave the list.
const CRATES: [(&str, &[&str]); 10] = [
    ("guard", &[]),
    ("logic", &[]),
    ("certs", &[]),
    ("checker", &[]),
    ("frontend", &["normalise sources"]),
    ("assembly", &[]),
    ("replay", &[]),
    ("query", &[]),
    ("producer", &[]),
    ("tests", &[]),
];

/// The modules of a crate: their paths, and their text without tests.
fn modules(source: &Path) -> BTreeMap<Vec<String>, String> {
    let mut out = BTreeMap::new();
    let mut work = vec![source.to_owned()];
    while let Some(path) = work.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a folder");
            work.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.to_string_lossy().ends_with("tests.rs")
        {
            let text = std::fs::read_to_string(&path).expect("a source file");
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or(&text);
            out.insert(module_path(source, &path), code.to_owned());
        }
    }
    out
}

/// `src/a/b.rs` and `src/a/b/mod.rs` are `a::b`; `src/lib.rs` and `src/main.rs` are the root.
fn module_path(source: &Path, file: &Path) -> Vec<String> {
    let relative: PathBuf = file
        .strip_prefix(source)
        .expect("below src")
        .with_extension("");
    let mut path: Vec<String> = relative
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    let root_file = path.len() == 1 && ["lib", "main"].contains(&path[0].as_str());
    if root_file || path.last().is_some_and(|name| name == "mod") {
        path.pop();
    }
    path
}

/// The paths that a text names with `crate::`, `super::` and `self::`, up to their braces; each
/// name in a brace is a path of its own.
fn named(text: &str, here: &[String]) -> Vec<Vec<String>> {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |all, line| all + line.trim() + " ");
    let mut out = Vec::new();
    for (start, prefix) in ["crate::", "super::", "self::"]
        .iter()
        .flat_map(|prefix| code.match_indices(prefix))
    {
        let before = code[..start].chars().next_back().unwrap_or(' ');
        if before.is_alphanumeric() || before == '_' || before == ':' {
            continue;
        }
        let base: Vec<String> = match prefix {
            "crate::" => Vec::new(),
            "self::" => here.to_vec(),
            _ => here[..here.len().saturating_sub(1)].to_vec(),
        };
        expand(&code[start + prefix.len()..], &base, &mut out);
    }
    out
}

/// Reads one path, or a tree of paths in braces, behind `base`. Returns how many bytes it has.
fn expand(text: &str, base: &[String], out: &mut Vec<Vec<String>>) -> usize {
    let mut path = base.to_vec();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        if rest.starts_with('{') {
            at += 1;
            while !text[at..].starts_with('}') && at < text.len() {
                let length = expand(text[at..].trim_start(), &path, out);
                at += text[at..].len() - text[at..].trim_start().len() + length;
                at += text[at..].len() - text[at..].trim_start_matches([',', ' ']).len();
                if length == 0 {
                    return at;
                }
            }
            return at + 1;
        }
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        match &rest[..end] {
            "super" => {
                path.pop();
            }
            "" | "self" => {}
            name => path.push(name.to_owned()),
        }
        at += end;
        if !text[at..].starts_with("::") {
            out.push(path);
            return at;
        }
        at += 2;
    }
}

/// Arrows between siblings: for each parent, from child to child.
fn arrows(
    modules: &BTreeMap<Vec<String>, String>,
) -> BTreeMap<Vec<String>, BTreeSet<(String, String)>> {
    let mut out: BTreeMap<Vec<String>, BTreeSet<(String, String)>> = BTreeMap::new();
    for (here, text) in modules {
        for path in named(text, here) {
            // The longest prefix that is a module.
            let target = (0..=path.len())
                .rev()
                .map(|length| &path[..length])
                .find(|prefix| modules.contains_key(*prefix));
            let Some(target) = target else { continue };
            let common = here.iter().zip(target).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (here.get(common), target.get(common)) {
                out.entry(here[..common].to_vec())
                    .or_default()
                    .insert((from.clone(), to.clone()));
            }
        }
    }
    out
}

/// The circles: sets of siblings each of which leads to each other one.
fn circles(arrows: &BTreeSet<(String, String)>) -> BTreeSet<BTreeSet<String>> {
    let names: BTreeSet<&String> = arrows.iter().flat_map(|(a, b)| [a, b]).collect();
    let reach = |from: &String| -> BTreeSet<&String> {
        let (mut seen, mut work) = (BTreeSet::new(), vec![from]);
        while let Some(name) = work.pop() {
            let next = arrows.iter().filter(|(a, _)| a == name).map(|(_, b)| b);
            work.extend(next.filter(|b| seen.insert(*b)).collect::<Vec<_>>());
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        names.iter().map(|name| (*name, reach(name))).collect();
    let mutual = |a: &String, b: &String| reached[a].contains(b) && reached[b].contains(a);
    names
        .iter()
        .map(|a| {
            names
                .iter()
                .filter(|b| mutual(a, b))
                .map(|b| (*b).clone())
                .collect()
        })
        .filter(|circle: &BTreeSet<String>| circle.len() > 1)
        .collect()
}

#[test]
fn imports_within_a_crate_go_one_way() {
    let mut wrong = Vec::new();
    for (name, known) in CRATES {
        let mut found = BTreeSet::new();
        for (parent, arrows) in arrows(&modules(&root().join(name).join("src"))) {
            for circle in circles(&arrows) {
                let members: Vec<String> = circle
                    .into_iter()
                    .map(|child| [parent.clone(), vec![child]].concat().join("::"))
                    .collect();
                found.insert(members.join(" "));
            }
        }
        let known: BTreeSet<String> = known.iter().map(|circle| (*circle).to_owned()).collect();
        wrong.extend(
            found
                .symmetric_difference(&known)
                .map(|circle| format!("{name}: {circle}")),
        );
    }
    assert!(
        wrong.is_empty(),
        "circles that are new, or gone and still listed:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn circles_are_found() {
    let text = "use crate::a::{b::X, c};\nuse super::d::Y;\n// use crate::z;\n";
    let here = ["m".to_owned(), "n".to_owned()];
    let paths: Vec<String> = named(text, &here).iter().map(|p| p.join("::")).collect();
    assert_eq!(paths, ["a::b::X", "a::c", "m::d::Y"]);
    let arrow = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    let one_way = BTreeSet::from([arrow("a", "b"), arrow("b", "c"), arrow("a", "c")]);
    assert!(circles(&one_way).is_empty());
    let round = BTreeSet::from([arrow("a", "b"), arrow("b", "c"), arrow("c", "b")]);
    assert_eq!(
        circles(&round),
        BTreeSet::from([BTreeSet::from(["b".to_owned(), "c".to_owned()])])
    );
}
