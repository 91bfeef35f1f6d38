//! Blocks of memory that allocators give (C11 7.22.3), those of arrays of variable length, and what
//! is freed. Where blocks may lie is said when calls are copied.

use super::call::Argument;
use super::place::Spot;
use super::routine::{Lifetime, MemoryBlock};
use super::{Result, Translator, What};
use crate::accounting::{frees_block, frees_nothing, is_allocator};
use crate::flatten::{Callee, Code, Kind};
use crate::ir::{Program, BLOCK};
use proofmark_logic::arena::{Expr as Term, Op};

/// Whether a program calls an allocator.
pub(super) fn allocates(program: &Program, code: &Code) -> bool {
    let allocator = |f: u32| {
        let function = program.function(program.resolve(f));
        function.is_some_and(|f| f.body.is_none() && is_allocator(&f.name))
    };
    let mut stmts = code.bodies.iter().flatten().flat_map(|body| &body.stmts);
    stmts.any(|stmt| match &stmt.kind {
        Kind::Call(call) => match call.callee {
            Callee::Function(f) | Callee::Pointed(f, _) => allocator(f),
            Callee::Pointer { .. } => true,
        },
        _ => false,
    })
}

fn lifetime(name: &str) -> Lifetime {
    match name.trim_start_matches("__builtin_") {
        BLOCK => Lifetime::Scope,
        "alloca" => Lifetime::Function,
        _ => Lifetime::Free,
    }
}

impl Translator<'_> {
    /// What an allocator returns, if its arguments say how large the block is.
    pub(super) fn allocated(
        &mut self,
        name: &str,
        values: &[Argument],
        result: &Spot,
    ) -> Result<()> {
        // Such a block lives for a part of the run only, and another may come where it was.
        if lifetime(name) != Lifetime::Free {
            self.note_address();
        }
        if result.ty.pointee().is_none() {
            return Ok(());
        }
        let Some(size) = self.block_size(name, values) else {
            return self.product_fits(name, values, result);
        };
        let (start, lifetime) = (self.read(result)?, lifetime(name));
        if lifetime == Lifetime::Scope {
            self.presume_length(size);
        }
        self.out
            .emit(What::Block(MemoryBlock { start, size }, lifetime));
        Ok(())
    }

    /// A length is positive (C11 6.7.6.2p5). Proofs are about 0, too, which gcc has at a place of
    /// its own; but no array is larger than any object can be, as it is if its length is negative.
    fn presume_length(&mut self, size: Term) {
        let function = self.function_name();
        self.note(
            "in-bounds",
            &function,
            "No array of variable length has a negative length, and the stack has room for all of them.",
        );
        let (one, most) = (
            self.arena.lit(1),
            self.arena.lit(self.program.types.address().max() / 2),
        );
        let (some, fits) = (self.arena.le(one, size), self.arena.le(size, most));
        for condition in [some, fits] {
            self.presume(
                condition,
                "in-bounds",
                "the length of an array is not positive, or too large (C11 6.7.6.2p5)",
            );
        }
        self.out.assume(fits);
    }

    /// No allocator yields a block of more bytes than there are addresses, although the product may
    /// wrap (C11 7.22.3.2; `kcalloc` and glibc look at it).
    fn product_fits(&mut self, name: &str, values: &[Argument], result: &Spot) -> Result<()> {
        let factors = match (name.trim_start_matches("__builtin_"), values) {
            ("calloc" | "kcalloc", [count, size]) => [count, size],
            ("reallocarray", [_, count, size]) => [count, size],
            _ => return Ok(()),
        };
        let [Argument::Scalar(count, _), Argument::Scalar(size, _)] = factors else {
            return Ok(());
        };
        let product = self.arena.mk(Op::Mul, &[*count, *size]);
        let last = self.arena.lit(self.program.types.address().max());
        let (start, zero) = (self.read(result)?, self.arena.lit(0));
        let end = self.arena.mk(Op::Add, &[start, product]);
        let (nothing, fits) = (self.arena.eq(start, zero), self.arena.le(end, last));
        let either = self.arena.or(nothing, fits);
        self.out.assume(either);
        Ok(())
    }

    /// How many bytes an allocator is asked for, if its arguments say so in a linear way.
    pub(super) fn block_size(&mut self, name: &str, values: &[Argument]) -> Option<Term> {
        let number = |index: usize| match values.get(index) {
            Some(Argument::Scalar(term, ty)) if ty.is_integer() => Some(*term),
            Some(_) | None => None,
        };
        match name.trim_start_matches("__builtin_") {
            "malloc" | "valloc" | "alloca" | "kmalloc" | "kzalloc" | "__kmalloc" | "vmalloc"
            | "vzalloc" | BLOCK => number(0),
            "realloc" | "aligned_alloc" => number(1),
            "calloc" | "kcalloc" => {
                let (count, size) = (number(0)?, number(1)?);
                let literal = |term| self.arena.as_lit(term).is_some();
                if !literal(count) && !literal(size) {
                    return None;
                }
                Some(self.arena.mk(Op::Mul, &[count, size]))
            }
            _ => None,
        }
    }

    /// What a function without a body frees.
    pub(super) fn frees(&mut self, name: &str, values: &[Argument]) {
        match values.first() {
            Some(Argument::Scalar(address, _)) if frees_block(name) => self.freed(Some(*address)),
            _ if frees_nothing(name) => {}
            _ => self.freed(None),
        }
    }

    /// A block is freed, perhaps any: another one may lie there.
    pub(super) fn freed(&mut self, address: Option<Term>) {
        if self.allocates {
            self.out.emit(What::Free(address));
        }
    }
}
