//! What locations are called: `FILE:LINE`, with a number where a line has several.

use super::body::{Site, Sites};
use proofmark_frontend::flatten::{Body, Code, Expression, Kind, Open, Stmt};
use proofmark_frontend::ir::{Function, Program};
use proofmark_logic::cfa::Pos;
use std::collections::HashMap;

/// A location, and what it is called.
pub(crate) struct Named {
    pub(crate) site: Site,
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) line: String,
}

/// A function of the program, with its definition.
pub(crate) struct Defined<'p> {
    pub(crate) index: u32,
    pub(crate) function: &'p Function,
    pub(crate) body: &'p Body,
    pub(crate) sites: Sites<'p>,
    pub(crate) locations: Vec<Named>,
}

impl Defined<'_> {
    /// What depends on an order that C leaves open at a location.
    pub(crate) fn open(&self, site: Site) -> Option<(Open, Expression)> {
        match site {
            Site::Stmt(index) => self.body.stmts.get(index)?.open,
            Site::End => None,
        }
    }

    /// The location that an expression begins at: none if it begins with what has no name.
    pub(crate) fn begin(&self, of: Expression) -> Option<&Named> {
        let within = |stmt: &Stmt| {
            let own = stmt.open.is_some_and(|(_, expression)| expression == of);
            own && !matches!(stmt.kind, Kind::Enter(..))
        };
        let first = Site::Stmt(self.body.stmts.iter().position(within)?);
        self.locations.iter().find(|named| named.site == first)
    }
}

/// Hands over the functions that have locations, in their order. Positions name files of the list.
pub(crate) fn each_defined<'p>(
    (program, code): (&'p Program, &'p Code),
    files: &[String],
    visit: &mut dyn FnMut(Defined<'p>),
) {
    let mut lines = HashMap::new();
    for (index, function) in (0u32..).zip(&program.functions) {
        if program.is_unobserved(index) {
            continue;
        }
        let Some(Some(body)) = code.bodies.get(index as usize) else {
            continue;
        };
        let sites = Sites::new(body);
        let all = sites.all().into_iter();
        let locations = all.map(|site| named(site, sites.pos(site), files, &mut lines));
        let locations = locations.collect();
        visit(Defined {
            index,
            function,
            body,
            sites,
            locations,
        });
    }
}

fn named(site: Site, pos: Pos, files: &[String], lines: &mut HashMap<(u32, u32), usize>) -> Named {
    let file = match (pos.line, files.get(pos.file as usize)) {
        (1.., Some(file)) => file.as_str(),
        _ => "?",
    };
    let count = lines.entry((pos.file, pos.line)).or_default();
    *count += 1;
    let line = pos.line.to_string();
    Named {
        site,
        name: match *count {
            1 => format!("{file}:{line}"),
            n => format!("{file}:{line}#{n}"),
        },
        file: file.to_owned(),
        line,
    }
}
