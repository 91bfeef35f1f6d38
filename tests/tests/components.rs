//! The rule with learned assumptions against explicit composition, on random small assemblies; and
//! programs with random behaviours against what they were made from.

use proofmark_assembly::rule::{keeps, Premise};
use proofmark_assembly::{Assembly, Automaton};
use proofmark_producer::substitutability::assume::{order, Check, Checked, Tables};
use proofmark_producer::substitutability::automata::{alphabet, minimal, missing, projected};
use proofmark_producer::substitutability::compatibility;
use proofmark_producer::substitutability::component::Part;
use proofmark_producer::substitutability::relevance::{relevant, Relevant};
use proofmark_tests::assemblies::{assembly, automaton, breaks, some_events, Made};
use proofmark_tests::{text, Commands, Random};
use std::collections::BTreeSet;
use std::fmt::Write;

fn checked(made: &Made, tables: &mut Tables) -> (Checked, u64) {
    let alphabets = made
        .models
        .iter()
        .map(|(name, m)| (name.clone(), alphabet(m)))
        .collect();
    let order = order(&alphabets, &alphabet(&made.property));
    let mut check = Check::new(&made.models, "p", tables);
    (check.run(&order, &made.property), check.effort.queries)
}

#[test]
fn the_rule_answers_like_explicit_composition() {
    let mut random = Random::of("assemblies");
    let (mut kept, mut broken) = (0, 0);
    let mut before = Tables::new();
    for _ in 0..300 {
        let made = assembly(&mut random);
        let mut tables = Tables::new();
        let (answer, _) = checked(&made, &mut tables);
        match &answer {
            Checked::Holds(chain) => {
                kept += 1;
                assert!(!breaks(&made));
                premises_hold(&made, &chain.components, &chain.assumptions);
            }
            Checked::Violated(word) => {
                broken += 1;
                assert!(breaks(&made));
                for model in made.models.values() {
                    assert!(model.allows(&projected(word, &alphabet(model))), "{word:?}");
                }
                assert!(!made.property.allows(word));
            }
            Checked::TooLarge => panic!("too large"),
        }
        bounded(&made, &tables);
        // From the same tables, and from those of another assembly.
        let (again, queries) = checked(&made, &mut tables);
        assert_eq!(same(&again), same(&answer));
        if matches!(answer, Checked::Holds(_)) {
            assert_eq!(queries, 0);
        }
        let (dynamic, _) = checked(&made, &mut before);
        assert_eq!(same(&dynamic), same(&answer));
    }
    assert!(kept >= 40 && broken >= 40, "{kept} kept, {broken} broken");
}

#[test]
fn components_that_matter_are_found_by_what_they_exclude() {
    let mut random = Random::of("relevant components");
    let (mut fewer, mut broken) = (0, 0);
    for _ in 0..300 {
        let made = assembly(&mut random);
        match relevant(&made.models, &made.property).0 {
            Relevant::Violated(word) => {
                broken += 1;
                assert!(breaks(&made));
                assert!(!made.property.allows(&word));
                for model in made.models.values() {
                    assert!(
                        model.allows(&projected(&word, &alphabet(model))),
                        "{word:?}"
                    );
                }
            }
            Relevant::These(names) => {
                assert!(!breaks(&made));
                fewer += usize::from(names.len() < made.models.len());
                let mut less = made.clone();
                less.models.retain(|name, _| names.contains(name));
                assert!(!breaks(&less), "{names:?}");
            }
            Relevant::All(names) => panic!("{names:?} are too large"),
        }
    }
    assert!(
        fewer >= 40 && broken >= 40,
        "{fewer} fewer, {broken} broken"
    );
}

#[test]
fn what_was_known_of_the_last_version_answers_like_explicit_composition() {
    let mut random = Random::of("versions of assemblies");
    let (mut unasked, mut asked) = (0, 0);
    for _ in 0..300 {
        let made = assembly(&mut random);
        let mut tables = Tables::new();
        compatibility::checked(&made.models, ("p", &made.property), &mut tables);
        let mut new = made.clone();
        let names: Vec<&String> = made.models.keys().collect();
        let name = names[random.below(names.len())];
        let events = alphabet(&made.models[name]);
        let states = 1 + random.below(4);
        let other = automaton(&mut random, states, &events);
        new.models.insert(name.clone(), other);
        let (answer, effort) =
            compatibility::checked(&new.models, ("p", &new.property), &mut tables);
        assert_eq!(same(&answer), !breaks(&new));
        if let Checked::Holds(chain) = &answer {
            premises_hold(&new, &chain.components, &chain.assumptions);
            match effort.queries {
                0 => unasked += 1,
                _ => asked += 1,
            }
        }
    }
    assert!(unasked >= 20 && asked >= 5, "{unasked} and {asked}");
}

fn same(checked: &Checked) -> bool {
    matches!(checked, Checked::Holds(_))
}

fn premises_hold(made: &Made, components: &[String], assumptions: &[String]) {
    let read = |text: &String| Automaton::parse(text).expect("an assumption");
    let assumptions: Vec<Automaton> = assumptions.iter().map(read).collect();
    for (n, component) in components.iter().enumerate() {
        let guarantee = match n {
            0 => &made.property,
            n => &assumptions[n - 1],
        };
        let parts = [Some(&made.models[component]), assumptions.get(n)];
        let parts: Vec<&Automaton> = parts.into_iter().flatten().collect();
        assert!(matches!(keeps(&parts, guarantee), Premise::Holds(_)));
    }
}

/// Theorem 1: a table of O(m²n² + mn³) entries; here of (n + nk) rows and at most n columns, for
/// the n states of the weakest assumption, which a subset construction bounds.
fn bounded(made: &Made, tables: &Tables) {
    for ((_, component), table) in &tables.tables {
        let states = made.models[component].len() * made.property.len().max(4) * 4;
        let most = 1usize
            .checked_shl(states.min(20) as u32)
            .unwrap_or(usize::MAX);
        assert!(table.access.len() <= most);
        assert!(
            table.suffixes.len() <= table.access.len(),
            "a suffix tells states apart"
        );
    }
}

/// A program whose behaviours are an automaton's words.
fn program(name: &str, automaton: &Automaton) -> String {
    let mut out = String::from("int pick(void);\n");
    for event in automaton.alphabet() {
        let _ = writeln!(out, "void event_{event}(void);");
    }
    let _ = writeln!(out, "static int at = {};", automaton.initial());
    let _ = writeln!(
        out,
        "void {name}(void) {{\n    for (;;) {{\n        int x = pick();"
    );
    for (choice, (from, event, to)) in automaton.transitions().enumerate() {
        let _ = writeln!(
            out,
            "        if (at == {from} && x == {choice}) {{ event_{event}(); at = {to}; continue; }}"
        );
    }
    out.push_str("        return;\n    }\n}\n");
    out
}

fn written(made: &Made, folder: &std::path::Path) -> std::path::PathBuf {
    let all: BTreeSet<String> = made.models.values().flat_map(alphabet).collect();
    let mut out = "abi = \"lp64\"\nproperties = [\"p.aut\"]\n[events]\n".to_owned();
    for event in &all {
        let _ = writeln!(out, "{event} = \"event_{event}()\"");
    }
    for (name, model) in &made.models {
        let file = format!("{name}.c");
        std::fs::write(folder.join(&file), program(name, model)).expect("written");
        let events: Vec<String> = model
            .alphabet()
            .iter()
            .map(|e| format!("\"{e}\""))
            .collect();
        let events = events.join(", ");
        let _ = writeln!(
            out,
            "[component.{name}]\nfiles = [\"{file}\"]\nentry = \"{name}\"\nevents = [{events}]"
        );
    }
    std::fs::write(folder.join("p.aut"), made.property.text()).expect("written");
    let path = folder.join("assembly.toml");
    std::fs::write(&path, out).expect("written");
    path
}

#[test]
fn programs_are_answered_like_explicit_composition() {
    let mut random = Random::of("programs of assemblies");
    let desk = tempfile::tempdir().expect("a folder");
    let (mut kept, mut broken) = (0, 0);
    // ASSEMBLIES in the environment asks for more.
    let count = std::env::var("ASSEMBLIES")
        .ok()
        .and_then(|n| n.parse().ok());
    for round in 0..count.unwrap_or(12) {
        let made = assembly(&mut random);
        let folder = desk.path().join(round.to_string());
        std::fs::create_dir(&folder).expect("a folder");
        let path = written(&made, &folder).display().to_string();
        let bundle = folder.join("bundle").display().to_string();
        let output = Commands::get().proofmark(&["compose", &path, "-o", &bundle]);
        let expected = i32::from(breaks(&made));
        assert_eq!(output.status.code(), Some(expected), "{}", text(&output));
        match expected {
            0 => {
                kept += 1;
                let output = Commands::get().check(&["--bundle", &path, &bundle]);
                assert_eq!(output.status.code(), Some(0), "{}", text(&output));
            }
            _ => broken += 1,
        }
    }
    assert!(kept >= 2 && broken >= 2, "{kept} kept, {broken} broken");
    println!("{kept} kept, {broken} broken");
}

#[test]
fn minimal_automata_have_the_same_words_and_fewer_states() {
    let mut random = Random::of("minimal automata");
    for _ in 0..200 {
        let (states, events) = (1 + random.below(6), some_events(&mut random));
        let any = automaton(&mut random, states, &events);
        let least = minimal(&any);
        assert!(least.len() <= any.len());
        assert!(missing(&any, &least, 1).is_empty() && missing(&least, &any, 1).is_empty());
        assert_eq!(minimal(&least), least);
    }
}

/// A component with an object that is cleared as a range, one that others change, and a note that
/// is written in a loop and never read; `place` says where.
fn noting(place: &str) -> String {
    format!(
        "struct device {{ void *first; char name[699]; }};\n\
         void call(void);\n\
         void add(struct device *of, void **note);\n\
         void *map(void);\n\
         long any(void);\n\
         extern void *outside[2];\n\
         static void *used __attribute__((used)) = outside;\n\
         static struct device device;\n\
         static void *node[8];\n\
         void one(void) {{\n\
         \x20   for (;;) {{\n\
         \x20       long place = any();\n\
         \x20       if (!({place})) continue;\n\
         \x20       call();\n\
         \x20       add(&device, &node[0]);\n\
         \x20       node[place] = map();\n\
         \x20   }}\n\
         }}\n"
    )
}

/// What executions say of a component with this text, whose calls of `call` and `add` are events.
fn followed(one: &str) -> Part {
    let desk = tempfile::tempdir().expect("a folder");
    let file = desk.path().join("assembly.toml");
    let text = "abi = \"lp64\"\nproperties = []\n[events]\ncall = \"call()\"\n\
                add = \"add(_, _)\"\n[component.one]\nfiles = [\"one.c\"]\n\
                entry = \"one\"\nevents = [\"add\", \"call\"]\n";
    std::fs::write(&file, text).expect("written");
    std::fs::write(desk.path().join("one.c"), one).expect("written");
    let assembly = Assembly::read(&file, None).expect("an assembly");
    Part::read(&assembly, &assembly.components["one"]).expect("a component")
}

#[test]
fn executions_are_followed_through_memory_that_nothing_reads() {
    let word = |n| -> Vec<String> {
        let events = ["call", "add"].into_iter().cycle().take(n);
        events.map(str::to_owned).collect()
    };
    // But not where a write leaves its object, although nothing reads what it writes.
    for (place, follows) in [("place < 8", true), ("place < 1000000", false)] {
        let place = format!("place >= {} && {place}", if follows { 0 } else { 8 });
        let part = followed(&noting(&place));
        let text = part.does.text();
        assert_eq!(part.does.allows(&word(8)), follows, "{text}");
        assert_eq!(part.does.allows(&word(3)), follows, "{text}");
    }
}

/// A component that gets all of its inputs first and looks at each of them later: each lets it call
/// once more, and the bits of the last one add in the end.
fn choosing(inputs: usize) -> String {
    let names: Vec<String> = (0..inputs).map(|n| format!("input{n}")).collect();
    let mut text = String::from("int any(void);\nvoid call(void);\nvoid add(int, int);\n");
    text.push_str("void one(void) {\n    int bits = any();\n");
    for name in &names {
        text.push_str(&format!("    int {name} = any();\n"));
    }
    for (n, name) in names.iter().enumerate() {
        let wanted = n + 20;
        text.push_str(&format!(
            "    if ({name} != {wanted}) return;\n    call();\n"
        ));
    }
    text.push_str("    if ((bits & 256) && (bits & 16) && !(bits & 4)) add(1, 2);\n}\n");
    text
}

#[test]
fn inputs_are_chosen_where_something_depends_on_them() {
    let part = followed(&choosing(12));
    let mut word = vec!["call".to_owned(); 12];
    word.push("add".to_owned());
    assert!(part.does.allows(&word), "{}", part.does.text());
    // Never more, and not before.
    let rest = word.split_off(11);
    for more in [["call", "call"], ["add", "add"]] {
        let more = rest.iter().map(String::as_str).chain(more);
        let longer: Vec<String> = word
            .iter()
            .map(String::as_str)
            .chain(more)
            .map(str::to_owned)
            .collect();
        assert!(!part.does.allows(&longer), "{longer:?}");
    }
    assert!(!part.does.allows(&["add".to_owned()]));
    assert!(part.states < 60, "{}", part.states);
}
