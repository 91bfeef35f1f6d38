//! Bundles: why an assembly keeps its properties. For each component that matters an automaton over
//! its events and the certificate that it follows it, and for each property the order in which the
//! rule takes the components, and the assumptions.
//!
//! For a property that is an observer there is an automaton with a certificate, too.
//!
//! The file is a line, and then sections: a line `KIND NAME LENGTH`, so many bytes, and a line
//! break. There is one encoding of a bundle.

use std::collections::BTreeMap;

/// The first line.
const MAGIC: &[u8] = b"proofmark bundle 1\n";
/// The longest line.
const LINE_MAX: usize = 1 << 12;
/// The longest bundle, in bytes.
pub const BYTES_MAX: usize = 1 << 28;

/// Why an assembly keeps its properties; nothing in it is believed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Bundle {
    /// By component.
    pub models: BTreeMap<String, Model>,
    /// By property that is an observer: an automaton all of whose words it allows, and the
    /// certificate about the program that does them.
    pub observers: BTreeMap<String, Model>,
    /// By property.
    pub chains: BTreeMap<String, Chain>,
}

/// What is claimed of a component, or of an observer.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Model {
    /// The text of the automaton that its events follow, or that keeps the observer.
    pub automaton: String,
    /// The certificate that they do, or that it does.
    pub certificate: Vec<u8>,
}

/// How the rule shows a property: the first component keeps it under the first assumption, which
/// the others keep; the last one keeps the last assumption.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Chain {
    /// Components, one or more.
    pub components: Vec<String>,
    /// The texts of the assumptions' automata: one less than there are components.
    pub assumptions: Vec<String>,
}

/// Why bytes are no bundle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// They begin with something else: another version, or no bundle.
    Version,
    /// A section is cut short, out of place, or written in another way than it should be.
    Section,
}

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Malformed::Version => "this is no bundle of a version that is known here",
            Malformed::Section => "a section is damaged or out of place",
        })
    }
}

impl Bundle {
    /// The bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        for (name, model) in &self.models {
            section(&mut out, "model", name, model.automaton.as_bytes());
            section(&mut out, "certificate", name, &model.certificate);
        }
        for (name, model) in &self.observers {
            section(&mut out, "observer", name, model.automaton.as_bytes());
            section(&mut out, "observed", name, &model.certificate);
        }
        for (name, chain) in &self.chains {
            section(
                &mut out,
                "chain",
                name,
                chain.components.join("\n").as_bytes(),
            );
            for assumption in &chain.assumptions {
                section(&mut out, "assumption", name, assumption.as_bytes());
            }
        }
        out
    }

    /// Reads a bundle.
    ///
    /// # Errors
    /// Bytes that [`Bundle::encode`] does not write.
    pub fn decode(bytes: &[u8]) -> Result<Bundle, Malformed> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(Malformed::Version)?;
        let mut bundle = Bundle::default();
        while !rest.is_empty() {
            let (kind, name, contents);
            (kind, name, contents, rest) = next(rest).ok_or(Malformed::Section)?;
            bundle.add(kind, name, contents).ok_or(Malformed::Section)?;
        }
        match bundle.encode() == bytes {
            true => Ok(bundle),
            false => Err(Malformed::Section),
        }
    }

    fn add(&mut self, kind: &str, name: &str, contents: &[u8]) -> Option<()> {
        let text = || Some(std::str::from_utf8(contents).ok()?.to_owned());
        match kind {
            "model" => {
                let model = self.models.entry(name.to_owned()).or_default();
                model.automaton = text()?;
            }
            "certificate" => {
                self.models.get_mut(name)?.certificate = contents.to_vec();
            }
            "observer" => {
                let model = self.observers.entry(name.to_owned()).or_default();
                model.automaton = text()?;
            }
            "observed" => {
                self.observers.get_mut(name)?.certificate = contents.to_vec();
            }
            "chain" => {
                let components = text()?.split('\n').map(str::to_owned).collect();
                let chain = self.chains.entry(name.to_owned()).or_default();
                chain.components = components;
            }
            "assumption" => self.chains.get_mut(name)?.assumptions.push(text()?),
            _ => return None,
        }
        Some(())
    }
}

fn section(out: &mut Vec<u8>, kind: &str, name: &str, contents: &[u8]) {
    out.extend(format!("{kind} {name} {}\n", contents.len()).bytes());
    out.extend(contents);
    out.push(b'\n');
}

/// The first section, and what is behind it.
fn next(bytes: &[u8]) -> Option<(&str, &str, &[u8], &[u8])> {
    let end = bytes
        .iter()
        .take(LINE_MAX)
        .position(|byte| *byte == b'\n')?;
    let line = std::str::from_utf8(bytes.get(..end)?).ok()?;
    let (kind, rest) = line.split_once(' ')?;
    let (name, length) = rest.rsplit_once(' ')?;
    let length: usize = length.parse().ok()?;
    let rest = bytes.get(end.checked_add(1)?..)?;
    let contents = rest.get(..length)?;
    let rest = rest.get(length..)?.strip_prefix(b"\n")?;
    Some((kind, name, contents, rest))
}

#[cfg(test)]
mod tests {
    use super::{Bundle, Chain, Malformed, Model};

    fn example() -> Bundle {
        let model = |text: &str| Model {
            automaton: text.to_owned(),
            certificate: vec![0, 10, 255],
        };
        let chain = Chain {
            components: vec!["a".to_owned(), "b".to_owned()],
            assumptions: vec!["x\n".to_owned()],
        };
        Bundle {
            models: [("a".to_owned(), model("one")), ("b".to_owned(), model(""))].into(),
            observers: [("p.spec".to_owned(), model("two"))].into(),
            chains: [("p.aut".to_owned(), chain)].into(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = example().encode();
        assert_eq!(Bundle::decode(&bytes), Ok(example()));
    }

    #[test]
    fn no_other_bytes_are_a_bundle() {
        let bytes = example().encode();
        for cut in 19..bytes.len() {
            let cut = bytes.get(..cut).expect("shorter");
            // What ends between two sections is a bundle with less in it.
            if let Ok(shorter) = Bundle::decode(cut) {
                assert_ne!(shorter, example());
            }
        }
        assert_eq!(
            Bundle::decode(b"proofmark bundle 2\n"),
            Err(Malformed::Version)
        );
        let longer = [bytes.as_slice(), b"model c 007\n1234567\n"].concat();
        assert_eq!(Bundle::decode(&longer), Err(Malformed::Section));
        let twice = [bytes.as_slice(), b"model a 3\none\n"].concat();
        assert_eq!(Bundle::decode(&twice), Err(Malformed::Section));
    }
}
