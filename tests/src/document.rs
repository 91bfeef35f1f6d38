//! Documents whose sections are measured apart: a run writes those that it measured and leaves the
//! others as they are.

use std::collections::BTreeMap;
use std::fmt::Write;

/// What all texts of a document share.
pub struct Form {
    /// Its title and what stands before the first section.
    pub introduction: &'static str,
    /// The sections, in their order.
    pub titles: &'static [&'static str],
}

impl Form {
    /// A document with one section replaced, or added where it belongs.
    pub fn with_section(&self, document: &str, title: &str, text: &str) -> String {
        let mut sections: BTreeMap<usize, String> = BTreeMap::new();
        let place = |title: &str| self.titles.iter().position(|known| *known == title);
        for part in document.split("\n## ").skip(1) {
            let (title, text) = part.split_once('\n').unwrap_or((part, ""));
            if let Some(place) = place(title) {
                sections.insert(place, text.trim().to_owned());
            }
        }
        if let Some(place) = place(title) {
            sections.insert(place, text.trim().to_owned());
        }
        let mut out = String::from(self.introduction);
        for (place, text) in sections {
            let _ = writeln!(out, "\n## {}\n\n{text}", self.titles[place]);
        }
        out
    }
}
