//! Where objects are in executions. C leaves it open, and so do compilers and linkers.

use super::ExecuteError;
use proofmark_frontend::Program;
use proofmark_logic::cfa::Cfa;

/// One of the ways to place a program's objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Ascending, aligned to 16 bytes, or to as many as divide their size,
    /// up to a page, with a gap of so many bytes between objects.
    Ascending(i128),
    /// Descending, and elsewhere, aligned as there, but no better than that.
    Descending,
    /// Elsewhere, each at the start of a page of its own: nothing asks for more.
    Pages,
}

/// What all executions of a program have in common happens in these ways, too.
pub const ELSEWHERE: [Layout; 2] = [Layout::Descending, Layout::Pages];

/// Bytes between objects that lie far apart.
pub const GAP: i128 = 1 << 16;

/// Nothing is below.
pub const OBJECTS_START: i128 = 4096;

/// The address of the first object: no number that programs have a use for, so that an input which
/// is this one is meant to be an address.
const FIRST: i128 = 0x053a_7000;

pub(super) const PAGE: i128 = 4096;

impl Layout {
    /// The lowest address: within what a process has, apart from the other ways'.
    pub(super) fn start(self, cfa: &Cfa) -> i128 {
        let room = match cfa.profile.pointer_bits() {
            // Processes of x86-64 have 47 bits.
            64 => 1i128 << 47,
            bits => 1i128 << bits,
        };
        match self {
            Layout::Ascending(_) => FIRST,
            Layout::Descending => room / 4,
            Layout::Pages => room / 2,
        }
    }

    /// The addresses of an automaton's objects.
    ///
    /// # Errors
    /// [`ExecuteError::AddressSpace`].
    pub fn addresses(self, cfa: &Cfa) -> Result<Vec<i128>, ExecuteError> {
        let end = 1i128 << cfa.profile.pointer_bits().min(64);
        let mut next = self.start(cfa);
        let mut out = vec![0; cfa.objects.len()];
        let mut places: Vec<_> = out.iter_mut().zip(&cfa.objects).collect();
        if self == Layout::Descending {
            places.reverse();
        }
        for (place, object) in places {
            // An object of a type that is so aligned has such a size.
            let unit = alignment(object.size);
            let start = match self {
                Layout::Ascending(_) => up_to(next, unit),
                Layout::Descending => up_to(next, 2 * unit) + unit,
                Layout::Pages => up_to(next, PAGE),
            };
            if start + i128::from(object.size) >= end {
                return Err(ExecuteError::AddressSpace);
            }
            *place = start;
            next = past(start, object.size);
            next += match self {
                Layout::Ascending(gap) => gap,
                Layout::Descending | Layout::Pages => GAP,
            };
        }
        Ok(out)
    }
}

/// Gives every object its concrete address, without gaps.
///
/// # Errors
/// [`ExecuteError::AddressSpace`].
pub fn addresses(cfa: &Cfa) -> Result<Vec<i128>, ExecuteError> {
    Layout::Ascending(0).addresses(cfa)
}

/// The addresses of the objects in executions of [`replay_program`](super::replay_program). Those
/// that show violations lie far apart, so that a program that looks behind one meets no other.
///
/// # Errors
/// [`ExecuteError::AddressSpace`].
pub fn addresses_in(program: &Program) -> Result<Vec<i128>, ExecuteError> {
    addresses_like(program, &program.cfa)
}

/// The addresses of an automaton's objects, as far from each other as another program's.
pub(super) fn addresses_like(program: &Program, cfa: &Cfa) -> Result<Vec<i128>, ExecuteError> {
    let gap = if program.extents.is_some() { GAP } else { 0 };
    Layout::Ascending(gap).addresses(cfa)
}

/// Where another object may start behind all of these.
pub(super) fn past_all(cfa: &Cfa, addresses: &[i128]) -> i128 {
    let ends = addresses.iter().zip(&cfa.objects);
    let ends = ends.map(|(start, object)| past(*start, object.size));
    ends.max().unwrap_or(FIRST)
}

/// The largest alignment of which an object's size is a multiple, up to a page.
fn alignment(size: u64) -> i128 {
    i128::from(size & size.wrapping_neg()).clamp(16, PAGE)
}

pub(super) fn up_to(address: i128, unit: i128) -> i128 {
    (address + unit - 1) & !(unit - 1)
}

/// Where another object may start behind one of this size.
fn past(start: i128, size: u64) -> i128 {
    up_to(start + i128::from(size) + 1, 16)
}
