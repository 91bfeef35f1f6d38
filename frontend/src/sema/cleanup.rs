//! Functions that run when a variable goes out of scope (gcc manual, "Common Variable Attributes",
//! `cleanup`).
//!
//! They get the variable's address, in the reverse order of the declarations, wherever control
//! leaves the block: at its end, and at `break`, `continue`, `goto` and `return`, whose value is
//! computed before. A jump by name goes through statements behind the function's last one, as only
//! there all labels are known.

use super::{Entity, Result, Unit};
use crate::ir::{Base, Expr, ExprKind, Init, Label, Place, StmtKind};
use crate::types::{IntKind, Qual, Type};
use lang_c::span::Span;
use std::collections::BTreeMap;

const INTO_SCOPE: &str =
    "a jump into the scope of a variable with a clean-up function is not supported";

/// A variable, and the function that gets its address.
#[derive(Clone, Copy)]
struct Cleanup {
    local: u32,
    function: u32,
    span: Span,
}

/// A jump to a label that the program names.
struct Jump {
    to: Label,
    /// Where the clean-up functions run that it needs, if it may need some.
    through: Option<Label>,
    open: Vec<u32>,
    span: Span,
}

/// The clean-up functions of a function under analysis.
#[derive(Default)]
pub(super) struct Cleanups {
    all: Vec<Cleanup>,
    /// Those whose variables are in scope, in order of declaration: indices of `all`.
    open: Vec<u32>,
    /// Those that are open at a label.
    labels: BTreeMap<Label, Vec<u32>>,
    jumps: Vec<Jump>,
}

impl Unit<'_> {
    /// How many clean-up functions wait for the end of their scopes.
    pub(super) fn open_cleanups(&self) -> usize {
        self.function.as_ref().map_or(0, |f| f.cleanups.open.len())
    }

    /// A local has a clean-up function.
    pub(super) fn clean_up(&mut self, local: u32, name: &str, span: Span) -> Result<()> {
        let Some(&Entity::Function(function)) = self.lookup(name) else {
            let message = format!("`{name}` cleans up, but is declared as no function here");
            return Err(self.type_error(span, message));
        };
        let cleanups = &mut self.function(span)?.cleanups;
        let id = u32::try_from(cleanups.all.len()).unwrap_or(u32::MAX);
        cleanups.all.push(Cleanup {
            local,
            function,
            span,
        });
        cleanups.open.push(id);
        Ok(())
    }

    /// Control leaves the scopes of all but the first `kept` of the variables that are in scope.
    pub(super) fn leave_to(&mut self, kept: usize, span: Span) -> Result<()> {
        let open = &self.function(span)?.cleanups.open;
        let left = open.get(kept..).unwrap_or_default().to_vec();
        self.run_cleanups(&left)
    }

    /// The scopes of all but the first `kept` variables end here.
    pub(super) fn close_cleanups(&mut self, kept: usize) -> Result<()> {
        let Some(state) = &mut self.function else {
            return Ok(());
        };
        if state.cleanups.open.len() <= kept {
            return Ok(());
        }
        let left = state.cleanups.open.split_off(kept);
        self.run_cleanups(&left)
    }

    fn run_cleanups(&mut self, left: &[u32]) -> Result<()> {
        for id in left.iter().rev() {
            let known = self.function.as_ref();
            let Some(&cleanup) = known.and_then(|f| f.cleanups.all.get(*id as usize)) else {
                continue;
            };
            let call = self.cleanup_call(cleanup)?;
            self.emit(cleanup.span, StmtKind::Expr(call))?;
        }
        Ok(())
    }

    /// The call of a clean-up function, with the conversions of an ordinary call.
    fn cleanup_call(&mut self, cleanup: Cleanup) -> Result<Expr> {
        let Cleanup {
            local,
            function,
            span,
        } = cleanup;
        let pos = self.pos(span);
        let place = self.whole_local(local, span)?;
        let ty = place.ty.ty.clone().pointer_to();
        let address = Expr::new(ExprKind::Address(Box::new(place)), ty, pos);
        let Some(ty) = self.function_type_here(function) else {
            return Err(self.type_error(span, "this function is not declared"));
        };
        let argument = match ty.params.as_deref() {
            Some([param]) => self.assign_convert(address, param, span)?,
            None => address,
            Some(_) => {
                let message = "a clean-up function has one parameter";
                return Err(self.type_error(span, message));
            }
        };
        let call = ExprKind::Call(function, vec![argument]);
        Ok(Expr::new(call, ty.result, pos))
    }

    fn whole_local(&mut self, local: u32, span: Span) -> Result<Place> {
        let known = self.function(span)?.locals.get(local as usize);
        let ty = known.map_or(Type::Void.into(), |local| local.ty.clone());
        Ok(Place {
            base: Base::Local(local),
            base_ty: ty.ty.clone(),
            steps: Vec::new(),
            ty,
        })
    }

    /// A value that clean-up functions cannot change any more, if more than `kept` are open.
    pub(super) fn kept_value(&mut self, value: Expr, kept: usize, span: Span) -> Result<Expr> {
        if self.open_cleanups() <= kept {
            return Ok(value);
        }
        if matches!(value.ty, Type::Int(IntKind::Bits(..))) {
            let message = "the value of a bit-field behind clean-up functions is not supported";
            return Err(self.unsupported(span, message));
        }
        let ty = value.ty.clone();
        let local = self.new_local(span, "value", Qual::from(ty.clone()))?;
        let init = Init {
            items: vec![(self.whole_local(local, span)?, value)],
        };
        self.emit(span, StmtKind::Enter(local))?;
        self.emit(span, StmtKind::Init(local, init))?;
        let place = self.whole_local(local, span)?;
        Ok(Expr::new(
            ExprKind::Load(Box::new(place)),
            ty,
            self.pos(span),
        ))
    }

    /// The value of a statement expression, whose scope ends.
    pub(super) fn value_of_block(
        &mut self,
        value: Option<Expr>,
        open: usize,
        span: Span,
    ) -> Result<Option<Expr>> {
        match value {
            Some(value) if self.open_cleanups() > open && value.ty == Type::Void => {
                self.emit(span, StmtKind::Expr(value))?;
                Ok(None)
            }
            Some(value) => self.kept_value(value, open, span).map(Some),
            None => Ok(None),
        }
    }

    /// `break` or `continue`: a jump to a label in front of which so many clean-up functions are
    /// open.
    pub(super) fn jump_out(&mut self, (to, open): (Label, usize), span: Span) -> Result<()> {
        self.leave_to(open, span)?;
        self.emit(span, StmtKind::Goto(to))
    }

    /// A label of a `switch` stands here.
    ///
    /// # Errors
    /// Where the jump enters the scope of a variable.
    pub(super) fn enters_no_cleanup(&mut self, span: Span) -> Result<()> {
        let open = self.open_cleanups();
        match self.function(span)?.switches.last() {
            Some(switch) if switch.open != open => Err(self.unsupported(span, INTO_SCOPE)),
            _ => Ok(()),
        }
    }

    /// Assembly may jump away from here.
    ///
    /// # Errors
    /// In the scope of a variable: gcc runs no clean-up function where assembly leaves it.
    pub(super) fn no_open_cleanups(&self, span: Span) -> Result<()> {
        let message =
            "`asm goto` in the scope of a variable with a clean-up function is not supported";
        match self.open_cleanups() {
            0 => Ok(()),
            _ => Err(self.unsupported(span, message)),
        }
    }

    /// A jump to a label that the program names.
    pub(super) fn jump_to(&mut self, to: Label, span: Span) -> Result<()> {
        let open = self.function(span)?.cleanups.open.clone();
        let through = match open.is_empty() {
            true => None,
            false => Some(self.new_label(span)?),
        };
        self.function(span)?.cleanups.jumps.push(Jump {
            to,
            through,
            open,
            span,
        });
        self.emit(span, StmtKind::Goto(through.unwrap_or(to)))
    }

    /// A label that the program names stands here.
    pub(super) fn label_here(&mut self, label: Label, span: Span) -> Result<()> {
        let cleanups = &mut self.function(span)?.cleanups;
        let open = cleanups.open.clone();
        cleanups.labels.insert(label, open);
        Ok(())
    }

    /// Behind the last statement of a function: what its jumps go through.
    ///
    /// # Errors
    /// For jumps into the scope of a variable, and where labels are values.
    pub(super) fn landing_pads(&mut self, span: Span) -> Result<()> {
        let state = self.function(span)?;
        let cleanups = std::mem::take(&mut state.cleanups);
        if cleanups.all.is_empty() {
            return Ok(());
        }
        if !state.addressed.is_empty() {
            let message =
                "a function with clean-up functions and labels as values is not supported";
            return Err(self.unsupported(span, message));
        }
        state.cleanups.all = cleanups.all;
        let end = self.new_label(span)?;
        self.emit(span, StmtKind::Goto(end))?;
        for jump in cleanups.jumps {
            let there = cleanups.labels.get(&jump.to).map_or(&[][..], Vec::as_slice);
            let Some(left) = jump.open.strip_prefix(there) else {
                return Err(self.unsupported(jump.span, INTO_SCOPE));
            };
            if let Some(pad) = jump.through {
                self.place_label(jump.span, pad)?;
                self.run_cleanups(left)?;
                self.emit(jump.span, StmtKind::Goto(jump.to))?;
            }
        }
        self.place_label(span, end)
    }
}
