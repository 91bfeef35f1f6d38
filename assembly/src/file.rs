//! Assembly files. Hostile input like any other: a file chooses no compiler, paths are relative to
//! it, and names can be printed.

use crate::automaton::Automaton;
use crate::event::Event;
use crate::is_name;
use crate::specification::Observed;
use proofmark_frontend::files;
use proofmark_frontend::{ErrorKind, LoadError};
use proofmark_guard::text;
use proofmark_logic::types::Profile;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// More is no assembly, and no automaton.
const BYTES_MAX: usize = 4 << 20;
/// Most brackets and dots of a file: the parser recurses.
const NESTING_MAX: usize = 10_000;
/// Most components, events, and properties.
const ENTRIES_MAX: usize = 256;

/// An assembly of components.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The file, as it was named.
    pub file: PathBuf,
    /// The ABI.
    pub profile: Profile,
    /// The compiler, if the user chose one.
    pub compiler: Option<PathBuf>,
    /// The events by name.
    pub events: BTreeMap<String, Event>,
    /// The components by name.
    pub components: BTreeMap<String, Component>,
    /// What it must keep, in the order of the file.
    pub properties: Vec<Property>,
}

/// A component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    /// What it is called.
    pub name: String,
    /// Its C files.
    pub files: Vec<PathBuf>,
    /// The function where it starts.
    pub entry: String,
    /// Arguments for the compiler.
    pub arguments: Vec<String>,
    /// Its alphabet: the names of its events.
    pub events: BTreeSet<String>,
}

/// A property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Its file, as the assembly names it.
    pub name: String,
    /// What it allows.
    pub demand: Demand,
}

/// How a property is written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Demand {
    /// The sequences of events that it allows, as an automaton.
    Automaton(Automaton),
    /// An observer that sees the events as calls.
    Observer(Observed),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    abi: String,
    #[serde(default)]
    properties: Vec<String>,
    #[serde(default)]
    events: BTreeMap<String, String>,
    #[serde(default)]
    component: BTreeMap<String, Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    files: Vec<String>,
    entry: String,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    events: Vec<String>,
}

impl Assembly {
    /// Reads an assembly file and the properties that it names.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read(file: &Path, compiler: Option<PathBuf>) -> Result<Assembly, LoadError> {
        let reader = Reader {
            file,
            directory: file.parent().unwrap_or(Path::new("")),
        };
        let source = text_of(file)?;
        if source.matches(['[', '{', '.']).count() > NESTING_MAX {
            let message = format!("more than {NESTING_MAX} brackets and dots");
            return Err(reader.wrong(ErrorKind::Limit, &message));
        }
        let read: File = basic_toml::from_str(&source)
            .map_err(|error| reader.wrong(ErrorKind::Syntax, &error.to_string()))?;
        let most = read
            .events
            .len()
            .max(read.component.len())
            .max(read.properties.len());
        if most > ENTRIES_MAX {
            let message = format!("more than {ENTRIES_MAX} events, components or properties");
            return Err(reader.wrong(ErrorKind::Limit, &message));
        }
        let profile = match read.abi.as_str() {
            "lp64" => Profile::Lp64,
            "ilp32" => Profile::Ilp32,
            _ => return Err(reader.bad("`abi` is \"lp64\" or \"ilp32\"")),
        };
        let events = reader.events(&read.events)?;
        let mut components = BTreeMap::new();
        for (name, entry) in read.component {
            components.insert(name.clone(), reader.component(name, entry, &events)?);
        }
        if components.is_empty() {
            return Err(reader.bad("there is no component"));
        }
        let properties = read.properties.iter();
        let properties = properties.map(|name| reader.property(name, &events, &components));
        let properties: Vec<Property> = properties.collect::<Result<_, _>>()?;
        let names: BTreeSet<&str> = properties.iter().map(|p| p.name.as_str()).collect();
        if names.len() < properties.len() {
            return Err(reader.bad("a property is there twice"));
        }
        Ok(Assembly {
            file: file.to_owned(),
            profile,
            compiler,
            events,
            components,
            properties,
        })
    }
}

struct Reader<'a> {
    file: &'a Path,
    directory: &'a Path,
}

impl Reader<'_> {
    fn wrong(&self, kind: ErrorKind, message: &str) -> LoadError {
        let message = format!("{}: {}", text::path(self.file), text::message(message));
        LoadError::plain(kind, &message)
    }

    fn bad(&self, message: &str) -> LoadError {
        self.wrong(ErrorKind::Specification, message)
    }

    /// A file beside the assembly file.
    fn beside(&self, name: &str) -> Result<PathBuf, LoadError> {
        let path = Path::new(name);
        if name.is_empty() || name.contains('\0') || path.is_absolute() {
            let message = format!("`{name}`: paths are relative to the assembly file");
            return Err(self.bad(&message));
        }
        Ok(self.directory.join(path))
    }

    fn events(
        &self,
        written: &BTreeMap<String, String>,
    ) -> Result<BTreeMap<String, Event>, LoadError> {
        let mut events: BTreeMap<String, Event> = BTreeMap::new();
        for (name, pattern) in written {
            if !is_name(name) {
                return Err(self.bad(&format!("`{name}` is no name of an event")));
            }
            let event = Event::parse(pattern).map_err(|message| self.bad(&message))?;
            let mut others = events.iter();
            if let Some((other, _)) = others.find(|(_, other)| other.overlaps(&event)) {
                let message = format!("a call may be both of the events `{other}` and `{name}`");
                return Err(self.bad(&message));
            }
            events.insert(name.clone(), event);
        }
        Ok(events)
    }

    fn component(
        &self,
        name: String,
        entry: Entry,
        events: &BTreeMap<String, Event>,
    ) -> Result<Component, LoadError> {
        if !is_name(&name) {
            return Err(self.bad(&format!("`{name}` is no name of a component")));
        }
        if let Some(unknown) = entry
            .events
            .iter()
            .find(|event| !events.contains_key(*event))
        {
            let message = format!("component `{name}`: there is no event `{unknown}`");
            return Err(self.bad(&message));
        }
        let alphabet: BTreeSet<String> = entry.events.iter().cloned().collect();
        if alphabet.is_empty() || alphabet.len() < entry.events.len() {
            let message = format!("component `{name}` has no events, or one of them twice");
            return Err(self.bad(&message));
        }
        // The linker would make one object of what two components define.
        if entry
            .arguments
            .iter()
            .any(|argument| argument == "-fcommon")
        {
            let message = format!("component `{name}`: components share nothing: no `-fcommon`");
            return Err(self.bad(&message));
        }
        let files = entry.files.iter().map(|file| self.beside(file));
        Ok(Component {
            files: files.collect::<Result<_, _>>()?,
            entry: entry.entry,
            arguments: entry.arguments,
            events: alphabet,
            name,
        })
    }

    fn property(
        &self,
        name: &str,
        events: &BTreeMap<String, Event>,
        components: &BTreeMap<String, Component>,
    ) -> Result<Property, LoadError> {
        let is_observer = name.ends_with(".spec");
        if !(name.ends_with(".aut") || is_observer) || name.chars().any(char::is_whitespace) {
            let message = format!(
                "property `{name}`: automata (`.aut`) and observers (`.spec`) are properties"
            );
            return Err(self.bad(&message));
        }
        let path = self.beside(name)?;
        let source = text_of(&path)?;
        let demand = match is_observer {
            true => {
                let shown = text::path(&path);
                let had = components.values().flat_map(|own| own.events.clone());
                let read = Observed::read(&shown, &source, events, &had.collect())?;
                Demand::Observer(read)
            }
            false => Demand::Automaton(self.automaton(name, &source, components)?),
        };
        Ok(Property {
            name: name.to_owned(),
            demand,
        })
    }

    fn automaton(
        &self,
        name: &str,
        source: &str,
        components: &BTreeMap<String, Component>,
    ) -> Result<Automaton, LoadError> {
        let automaton = Automaton::parse(source)
            .map_err(|message| self.bad(&format!("property `{name}`: {message}")))?;
        // What nobody does cannot be forbidden: such a property would say less than it seems to.
        let mut foreign = automaton.alphabet().iter().filter(|event| {
            let mut components = components.values();
            !components.any(|component| component.events.contains(*event))
        });
        if let Some(event) = foreign.next() {
            let message = format!("property `{name}`: no component has the event `{event}`");
            return Err(self.bad(&message));
        }
        Ok(automaton)
    }
}

/// The text of an assembly, an automaton or an observer.
fn text_of(file: &Path) -> Result<String, LoadError> {
    let shown = text::path(file);
    let bytes = files::read(file, BYTES_MAX).map_err(|error| {
        let kind = match error {
            files::Unreadable::Missing => ErrorKind::NotFound,
            files::Unreadable::System(_) | files::Unreadable::Special(_) => ErrorKind::Io,
            files::Unreadable::TooLong(_) => ErrorKind::Limit,
        };
        LoadError::plain(kind, &format!("{shown}: {error}"))
    })?;
    let message = format!("{shown}: the text is not UTF-8");
    String::from_utf8(bytes).map_err(|_| LoadError::plain(ErrorKind::Syntax, &message))
}

impl Automaton {
    /// Reads a file with an automaton (`.aut`).
    ///
    /// # Errors
    /// If it cannot be read, or what is wrong with it.
    pub fn read(file: &Path) -> Result<Automaton, LoadError> {
        Automaton::parse(&text_of(file)?).map_err(|message| {
            let message = format!("{}: {}", text::path(file), text::message(&message));
            LoadError::plain(ErrorKind::Specification, &message)
        })
    }
}
