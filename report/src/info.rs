//! What a certificate is about, without its program. Nothing is checked but that the bytes are a
//! certificate's.

use crate::difference::arch;
use crate::{hex, ledger};
use proofmark_certs::{sections, Claimed, Provenance, SectionSize};
use proofmark_frontend::compiler;
use proofmark_guard::text::{indented, line};
use proofmark_logic::types::Profile;
use proofmark_logic::SIGNATURE;
use serde_json::{json, Value};
use std::fmt::Write;

/// What both outputs say about their worth.
const NOTHING_CHECKED: &str = "nothing was checked: this is what the certificate says about itself";

/// What a certificate says about itself.
pub struct Info {
    claimed: Claimed,
    made: Option<Provenance>,
    sections: Vec<SectionSize>,
    bytes: usize,
    numbers: Numbers,
}

/// Counts of what proofs are made of.
#[derive(Default)]
struct Numbers {
    locations: usize,
    expressions: usize,
    proofs: usize,
    lemmas: usize,
    tokens: usize,
    /// Obligations in all; only a carried automaton tells.
    obligations: Option<usize>,
}

impl Info {
    /// Looks at a certificate and its bytes.
    pub fn of(claimed: Claimed, bytes: &[u8]) -> Info {
        Info {
            made: claimed.provenance.as_deref().and_then(Provenance::decode),
            // Whoever has read the certificate has seen that its sections are right.
            sections: sections(bytes).unwrap_or_default(),
            bytes: bytes.len(),
            numbers: numbers(&claimed),
            claimed,
        }
    }

    fn is_of_this_logic(&self) -> bool {
        self.claimed.binding.signature == proofmark_certs::digest(SIGNATURE.as_bytes())
    }

    fn carries(&self) -> bool {
        self.claimed.automaton.is_some()
    }

    /// As one object.
    pub fn json(&self) -> Value {
        let Numbers {
            locations,
            expressions,
            proofs,
            lemmas,
            tokens,
            obligations,
        } = self.numbers;
        let binding = &self.claimed.binding;
        let section = |s: &SectionSize| json!({ "section": s.section.name(), "bytes": s.bytes, "digest": hex(&s.digest) });
        json!({
            "checked": false,
            "note": NOTHING_CHECKED,
            "bytes": self.bytes,
            "profile": binding.profile,
            "arch": arch(&binding.profile),
            "compiler_flags": flags(&binding.profile),
            "logic": { "digest": hex(&binding.signature), "known": self.is_of_this_logic() },
            "program": { "digest": hex(&binding.cfa), "carried": self.carries() },
            "specification": {
                "digest": hex(&binding.specification),
                "built_in": self.is_built_in(),
                "text": self.claimed.specification,
            },
            "provenance": self.made.as_ref().map(|made| json!({
                "tool": made.tool,
                "version": made.version,
                "entry": made.entry,
                "inline_limit": made.inline_limit,
                "specifications": made.specifications,
                "arguments": made.arguments,
                "functions": made.functions.iter().map(|f| hex(f)).collect::<Vec<String>>(),
            })),
            "ledger": ledger(&self.claimed.ledger),
            "numbers": {
                "locations": locations, "expressions": expressions, "proofs": proofs,
                "lemmas": lemmas, "tokens": tokens, "obligations": obligations,
            },
            "sections": self.sections.iter().map(section).collect::<Vec<Value>>(),
        })
    }

    fn is_built_in(&self) -> bool {
        self.claimed.binding.specification == proofmark_certs::digest(b"")
    }

    /// For people.
    pub fn text(&self, name: &str) -> String {
        let binding = &self.claimed.binding;
        let mut out = format!(
            "{} ({} bytes)\n{NOTHING_CHECKED}\n\n",
            line(name),
            self.bytes
        );
        let mut row = |name: &str, value: &str| {
            let _ = writeln!(out, "{name:<16}{}", line(value));
        };
        row("profile", &binding.profile);
        row("arch", arch(&binding.profile).unwrap_or("unknown"));
        row("compiler flags", &flags(&binding.profile).join(" "));
        row(
            "logic",
            &match self.is_of_this_logic() {
                true => "this version's".to_owned(),
                false => format!("another version's: {}", hex(&binding.signature)),
            },
        );
        row("program", &hex(&binding.cfa));
        row(
            "carried",
            if self.carries() {
                "yes: --carried checks it without the source"
            } else {
                "no"
            },
        );
        self.provenance(&mut row);
        row(
            "specification",
            &match self.is_built_in() {
                true => "the built-in errors".to_owned(),
                false => hex(&binding.specification),
            },
        );
        self.counts(&mut row);
        self.tail(&mut out);
        out
    }

    fn provenance(&self, row: &mut dyn FnMut(&str, &str)) {
        let Some(made) = &self.made else {
            row(
                "made by",
                match &self.claimed.provenance {
                    Some(_) => "it says so in a way that cannot be read",
                    None => "it does not say",
                },
            );
            return;
        };
        row("made by", &format!("{} {}", made.tool, made.version));
        row("entry", &made.entry);
        row("inline limit", &made.inline_limit.to_string());
        row("rules", &made.specifications.join(", "));
        row("preprocessor", &made.arguments.join(" "));
        row("functions", &made.functions.len().to_string());
    }

    fn counts(&self, row: &mut dyn FnMut(&str, &str)) {
        let Numbers {
            locations,
            expressions,
            proofs,
            lemmas,
            tokens,
            obligations,
        } = self.numbers;
        row("locations", &locations.to_string());
        row(
            "obligations",
            &match obligations {
                Some(all) => format!("{all}, of which {proofs} have a proof of their own"),
                None => format!("{proofs} have a proof of their own"),
            },
        );
        row(
            "proofs",
            &format!("{lemmas} lemmas, {tokens} tokens, {expressions} expressions"),
        );
        for SectionSize {
            section,
            bytes,
            digest,
        } in &self.sections
        {
            row(
                section.name(),
                &format!("{bytes} bytes, BLAKE3 {}", hex(digest)),
            );
        }
    }

    fn tail(&self, out: &mut String) {
        out.push_str("\nassumptions\n");
        for entry in &self.claimed.ledger {
            let _ = writeln!(out, "  {}", crate::assumption(entry));
        }
        if self.claimed.ledger.is_empty() {
            out.push_str("  none\n");
        }
        if let Some(text) = &self.claimed.specification {
            let _ = write!(out, "\nspecification\n{}", indented(text, "  "));
        }
        let _ = writeln!(out, "\nto check it\n  {}", line(&self.command()));
    }

    /// What a consumer runs.
    fn command(&self) -> String {
        let mut out = "proofmark-check".to_owned();
        let arch = arch(&self.claimed.binding.profile).filter(|arch| *arch != "lp64");
        if let Some(arch) = arch {
            let _ = write!(out, " --arch {arch}");
        }
        let made = self.made.clone().unwrap_or_default();
        if !made.entry.is_empty() && made.entry != "main" {
            let _ = write!(out, " --entry {}", shell(&made.entry));
        }
        let default = u64::try_from(proofmark_frontend::INLINE_LIMIT).unwrap_or(u64::MAX);
        if self.made.is_some() && made.inline_limit != default {
            let _ = write!(out, " --inline-limit {}", made.inline_limit);
        }
        if !self.is_built_in() {
            out.push_str(" --spec YOUR-SPECIFICATION");
        }
        out.push_str(" FILE... CERT");
        if !made.arguments.is_empty() {
            let words: Vec<String> = made.arguments.iter().map(|word| shell(word)).collect();
            let _ = write!(out, " -- {}", words.join(" "));
        }
        out
    }
}

fn numbers(claimed: &Claimed) -> Numbers {
    let mut out = Numbers {
        locations: claimed.annotations.invariants.len(),
        expressions: claimed.annotations.table.len(),
        obligations: claimed.automaton.as_deref().and_then(obligations),
        ..Numbers::default()
    };
    for proof in claimed.proofs.iter() {
        out.proofs += 1;
        out.lemmas += proof.lemmas.len();
        let lemmas = proof.lemmas.iter();
        out.tokens += proof.proof.len()
            + lemmas
                .map(|l| l.statement.len() + l.proof.len())
                .sum::<usize>();
    }
    out
}

/// The obligations of a carried automaton: the entry's, the error's, one for each edge and two for
/// a call.
fn obligations(automaton: &[u8]) -> Option<usize> {
    let (_, cfa) = proofmark_certs::automaton::decode(automaton).ok()?;
    let calls = cfa.edges.iter().filter(|edge| edge.call.is_some()).count();
    Some(2 + cfa.edges.len() + calls)
}

/// A word that a shell takes as it is: readers copy commands.
fn shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-+=./,:@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// The compiler flags that a profile stands for.
fn flags(profile: &str) -> Vec<&'static str> {
    let known = [Profile::Lp64, Profile::Ilp32];
    let known = known.into_iter().find(|known| known.name() == profile);
    known.map_or_else(Vec::new, |profile| compiler::needed(profile).to_vec())
}
