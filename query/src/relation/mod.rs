//! Relations over a finite domain of numbered strings.
//!
//! A relation is the set of its rows, or what is left of all rows without some: so a complement
//! costs nothing, and what is cut out of one by a conjunction is as small as the other side. Where
//! a result is larger than [`Domain::most`] allows, there is none.

mod bounds;
mod closure;
mod rows;

pub use bounds::Bounds;
pub use rows::Rows;

use std::rc::Rc;

/// A variable.
pub type Column = Rc<str>;

/// What variables range over.
#[derive(Clone, Copy, Debug)]
pub struct Domain {
    /// How many strings there are; a string is a smaller number.
    pub size: u32,
    /// How many values the rows of one relation may have together.
    pub most: usize,
}

/// A relation would be larger than it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

type Result<T> = std::result::Result<T, TooLarge>;

impl Domain {
    fn allow(&self, count: usize, width: usize) -> Result<()> {
        match count.checked_mul(width) {
            Some(values) if values <= self.most => Ok(()),
            Some(_) | None => Err(TooLarge),
        }
    }

    /// How many rows of this width there are; a number that is too large for any relation if there
    /// are more.
    fn rows(&self, width: usize) -> u128 {
        (0..width).fold(1u128, |rows, _| rows.saturating_mul(self.size.into()))
    }
}

/// Which rows are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Listing {
    /// Those that are listed.
    These,
    /// All others.
    Others,
}

/// A set of rows, whose columns have no names.
#[derive(Clone, Debug)]
pub struct Table {
    listing: Listing,
    rows: Rows,
}

impl From<Rows> for Table {
    fn from(rows: Rows) -> Table {
        Table {
            listing: Listing::These,
            rows,
        }
    }
}

/// What stands at a place of an atom.
#[derive(Clone, Debug)]
pub enum Cell {
    /// A string.
    Fixed(u32),
    /// A variable.
    Column(Column),
}

impl Table {
    /// All rows of this width.
    pub fn all(width: usize) -> Table {
        Table {
            listing: Listing::Others,
            rows: Rows::none(width),
        }
        .plain()
    }

    /// No row.
    pub fn none(width: usize) -> Table {
        Rows::none(width).into()
    }

    /// How many values a row has.
    pub fn width(&self) -> usize {
        self.rows.width()
    }

    /// The rows without values are listed.
    fn plain(self) -> Table {
        match (self.listing, self.rows.width(), self.rows.is_empty()) {
            (Listing::Others, 0, true) => Rows::unit().into(),
            (Listing::Others, 0, false) => Rows::none(0).into(),
            _ => self,
        }
    }

    /// The rows that fit an atom, by its variables.
    pub fn select(&self, cells: &[Cell]) -> Relation {
        let (mut columns, mut order) = (Vec::new(), Vec::new());
        let mut wanted = Vec::new();
        for (at, cell) in cells.iter().enumerate() {
            match cell {
                Cell::Fixed(value) => wanted.push(Wanted::Value(at, *value)),
                Cell::Column(column) => match columns.iter().position(|c| c == column) {
                    Some(first) => wanted.push(Wanted::Equal(order[first], at)),
                    None => {
                        columns.push(column.clone());
                        order.push(at);
                    }
                },
            }
        }
        let table = Table {
            listing: self.listing,
            rows: self
                .rows
                .chosen(&order, |row| wanted.iter().all(|w| w.holds(row))),
        };
        Relation {
            columns,
            table: table.plain(),
        }
    }

    /// This table, but for the rows that fit an atom: those are what a relation between its
    /// variables says.
    ///
    /// # Errors
    /// If the result is too large.
    pub fn updated(&self, cells: &[Cell], with: &Relation, domain: &Domain) -> Result<Table> {
        let columns: Vec<Column> = (0..cells.len()).map(|n| format!("{n} ").into()).collect();
        let (mut fixed, mut renamed) = (Relation::truth(true), with.clone());
        for (cell, column) in cells.iter().zip(&columns) {
            match cell {
                Cell::Fixed(value) => {
                    let value = Relation::values(column.clone(), vec![*value]);
                    fixed = fixed.and(&value, domain)?;
                }
                Cell::Column(own) => renamed.rename(own, column),
            }
        }
        let own = Relation::new(columns.clone(), self.clone());
        let kept = own.and(&fixed.clone().not(), domain)?;
        let all = kept.or(&renamed.and(&fixed, domain)?, domain)?;
        all.table_of(&columns, domain)
    }
}

enum Wanted {
    Value(usize, u32),
    Equal(usize, usize),
}

impl Wanted {
    fn holds(&self, row: &[u32]) -> bool {
        match self {
            Wanted::Value(at, value) => row[*at] == *value,
            Wanted::Equal(a, b) => row[*a] == row[*b],
        }
    }
}

/// A relation between variables.
#[derive(Clone, Debug)]
pub struct Relation {
    columns: Vec<Column>,
    table: Table,
}

impl Relation {
    /// What is true, or false.
    pub fn truth(holds: bool) -> Relation {
        Relation {
            columns: Vec::new(),
            table: if holds { Table::all(0) } else { Table::none(0) },
        }
    }

    /// Rows between these variables, each of which is there once.
    pub fn new(columns: Vec<Column>, table: Table) -> Relation {
        Relation { columns, table }
    }

    /// A variable that has one of these values.
    pub fn values(column: Column, values: Vec<u32>) -> Relation {
        Relation {
            columns: vec![column],
            table: Rows::of(1, values).into(),
        }
    }

    /// The variables.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// How many rows are listed; nothing if those that are not in it are.
    pub fn listed(&self) -> Option<usize> {
        match self.table.listing {
            Listing::These => Some(self.table.rows.count()),
            Listing::Others => None,
        }
    }

    /// `a = b`, for two variables.
    ///
    /// # Errors
    /// If the domain is too large.
    pub fn equal(a: Column, b: Column, domain: &Domain) -> Result<Relation> {
        domain.allow(domain.size as usize, 2)?;
        let values = (0..domain.size).flat_map(|n| [n, n]).collect();
        Ok(Relation {
            columns: vec![a, b],
            table: Rows::of(2, values).into(),
        })
    }

    /// The complement.
    #[must_use]
    pub fn not(self) -> Relation {
        let listing = match self.table.listing {
            Listing::These => Listing::Others,
            Listing::Others => Listing::These,
        };
        let table = Table {
            listing,
            rows: self.table.rows,
        };
        Relation {
            table: table.plain(),
            ..self
        }
    }

    /// Conjunction.
    ///
    /// # Errors
    /// If the result is too large.
    pub fn and(&self, other: &Relation, domain: &Domain) -> Result<Relation> {
        match (self.table.listing, other.table.listing) {
            (Listing::These, Listing::These) => self.join(other, domain),
            (Listing::These, Listing::Others) => self.minus(other, domain),
            (Listing::Others, Listing::These) => other.minus(self, domain),
            (Listing::Others, Listing::Others) => {
                let either = self.clone().not().or(&other.clone().not(), domain);
                either.map(Relation::not)
            }
        }
    }

    /// Disjunction.
    ///
    /// # Errors
    /// If the result is too large.
    pub fn or(&self, other: &Relation, domain: &Domain) -> Result<Relation> {
        if (self.table.listing, other.table.listing) != (Listing::These, Listing::These) {
            let both = self.clone().not().and(&other.clone().not(), domain);
            return both.map(Relation::not);
        }
        let columns = other.columns.iter().filter(|c| !self.columns.contains(c));
        let a = self.extended(&columns.cloned().collect::<Vec<_>>(), domain)?;
        let missing = a.columns.iter().filter(|c| !other.columns.contains(c));
        let b = other.extended(&missing.cloned().collect::<Vec<_>>(), domain)?;
        let b = b.table.rows.permuted(&b.places(&a.columns));
        domain.allow(a.table.rows.count() + b.count(), a.columns.len())?;
        Ok(Relation {
            table: a.table.rows.union(&b).into(),
            columns: a.columns,
        })
    }

    /// For some value of a variable.
    #[must_use]
    pub fn exists(self, column: &str, domain: &Domain) -> Relation {
        if domain.size == 0 {
            return Relation {
                table: Table::none(self.columns.len()),
                ..self
            }
            .without(column);
        }
        if self.columns.iter().all(|c| &**c != column) {
            return self;
        }
        match self.table.listing {
            Listing::These => self.without(column),
            Listing::Others => {
                let mut order = self.columns.clone();
                order.sort_by_key(|c| &**c == column);
                let rows = self.table.rows.permuted(&self.places(&order));
                order.pop();
                let rows = rows.full(domain.size as usize);
                let listing = Listing::Others;
                Relation {
                    columns: order,
                    table: Table { listing, rows }.plain(),
                }
            }
        }
    }

    /// The rows without one of their columns.
    fn without(self, column: &str) -> Relation {
        let kept = self.columns.iter().filter(|c| &***c != column);
        let kept: Vec<Column> = kept.cloned().collect();
        let rows = self.table.rows.permuted(&self.places(&kept));
        Relation {
            columns: kept,
            table: rows.into(),
        }
    }

    /// The least transitive relation that contains this one, which has two columns: from each row's
    /// first to its second value.
    ///
    /// # Errors
    /// If the result is too large.
    pub fn closure(&self, domain: &Domain) -> Result<Relation> {
        let rows = self.table_of(&self.columns, domain)?.listed(domain)?;
        Ok(Relation {
            columns: self.columns.clone(),
            table: closure::closure(&rows, domain)?.into(),
        })
    }

    /// Whether no row is in it.
    pub fn is_empty(&self, domain: &Domain) -> bool {
        let count = self.table.rows.count() as u128;
        match self.table.listing {
            Listing::These => count == 0,
            Listing::Others => count == domain.rows(self.columns.len()),
        }
    }

    /// Whether each row of this relation is in the other.
    ///
    /// # Errors
    /// If what is computed for it is too large.
    pub fn is_within(&self, other: &Relation, domain: &Domain) -> Result<bool> {
        let rest = self.and(&other.clone().not(), domain)?;
        Ok(rest.is_empty(domain))
    }

    /// The rows, with these columns, in this order. What the relation says nothing about may be
    /// anything.
    ///
    /// # Errors
    /// If they are too many.
    pub fn table_of(&self, columns: &[Column], domain: &Domain) -> Result<Table> {
        let missing = columns.iter().filter(|c| !self.columns.contains(c));
        let all = self.extended(&missing.cloned().collect::<Vec<_>>(), domain)?;
        Ok(Table {
            listing: all.table.listing,
            rows: all.table.rows.permuted(&all.places(columns)),
        })
    }

    // -- parts

    fn rename(&mut self, from: &Column, to: &Column) {
        let columns = self.columns.iter_mut();
        columns
            .filter(|c| *c == from)
            .for_each(|c| c.clone_from(to));
    }

    /// Where these columns stand. Each of them is one of the relation's.
    fn places(&self, wanted: &[Column]) -> Vec<usize> {
        let place = |c: &Column| self.columns.iter().position(|own| own == c);
        wanted.iter().filter_map(place).collect()
    }

    /// With more columns, of any values.
    fn extended(&self, more: &[Column], domain: &Domain) -> Result<Relation> {
        let mut out = self.clone();
        for column in more {
            let rows = &out.table.rows;
            let size = domain.size as usize;
            let count = rows.count().checked_mul(size).ok_or(TooLarge)?;
            domain.allow(count, rows.width() + 1)?;
            out.table.rows = rows.with_any(domain.size);
            out.columns.push(column.clone());
        }
        Ok(out)
    }

    /// The columns of both, in an order, and the two orders of rows that begin with them.
    fn join(&self, other: &Relation, domain: &Domain) -> Result<Relation> {
        let common = |c: &&Column| other.columns.contains(c);
        let mut columns: Vec<Column> = self.columns.iter().filter(common).cloned().collect();
        let shared = columns.len();
        columns.extend(self.columns.iter().filter(|c| !common(c)).cloned());
        let left = self.table.rows.permuted(&self.places(&columns));
        let more = other.columns.iter().filter(|c| !self.columns.contains(c));
        let more: Vec<Column> = more.cloned().collect();
        let order = [&columns[..shared], &more].concat();
        let right = other.table.rows.permuted(&other.places(&order));
        columns.extend(more);
        let width = columns.len();
        let rows = match shared == order.len() {
            true => left.filtered(&right, true),
            false => left.joined(&right, shared, &|rows| domain.allow(rows, width))?,
        };
        Ok(Relation {
            columns,
            table: rows.into(),
        })
    }

    /// Rows of this relation, which are listed, that are none of those that the other one lists.
    fn minus(&self, other: &Relation, domain: &Domain) -> Result<Relation> {
        let missing = other.columns.iter().filter(|c| !self.columns.contains(c));
        let all = self.extended(&missing.cloned().collect::<Vec<_>>(), domain)?;
        let rest = all.columns.iter().filter(|c| !other.columns.contains(c));
        let columns: Vec<Column> = other.columns.iter().chain(rest).cloned().collect();
        let rows = all.table.rows.permuted(&all.places(&columns));
        Ok(Relation {
            columns,
            table: rows.filtered(&other.table.rows, false).into(),
        })
    }
}

impl Table {
    /// The rows.
    ///
    /// # Errors
    /// If they are too many.
    pub fn listed(&self, domain: &Domain) -> Result<Rows> {
        match self.listing {
            Listing::These => Ok(self.rows.clone()),
            Listing::Others => {
                let columns: Vec<Column> =
                    (0..self.width()).map(|n| format!("{n}").into()).collect();
                let unit = Relation::truth(true).extended(&columns, domain)?;
                Ok(unit.table.rows.filtered(&self.rows, false))
            }
        }
    }
}
