//! Statements (C11 6.8): flat lists with labels.

use super::{Result, Switch, Unit};
use crate::ir::{Asm, AsmMemory, Base, Expr, ExprKind, Label as IrLabel, Place, StmtKind};
use crate::types::Type;
use lang_c::ast::{
    AsmStatement, BlockItem, DoWhileStatement, ForInitializer, ForStatement, GnuAsmOperand,
    GnuExtendedAsmStatement, IfStatement, Label, Statement, SwitchStatement, WhileStatement,
};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    /// The items of a block, in the innermost scope.
    pub(super) fn block_items(&mut self, items: &[Node<BlockItem>]) -> Result<()> {
        for item in items {
            match &item.node {
                BlockItem::Declaration(d) => {
                    self.facts_behind(item.span, |unit| unit.declaration(d))?;
                }
                BlockItem::StaticAssert(a) => {
                    self.facts_at(item.span.start, |unit| unit.static_assert(a))?;
                    self.facts_end(item.span);
                }
                BlockItem::Statement(s) => {
                    self.facts_at(item.span.start, |unit| unit.statement(s))?;
                    self.facts_end(item.span);
                }
            }
        }
        Ok(())
    }

    /// One statement.
    pub(super) fn statement(&mut self, s: &Node<Statement>) -> Result<()> {
        self.account.read(s);
        let span = s.span;
        match &s.node {
            Statement::Compound(items) => self.scoped(|unit| unit.block_items(items)),
            Statement::Expression(None) => Ok(()),
            Statement::Expression(Some(e)) => {
                if let Some(address) = self.computed_goto(e)? {
                    return self.emit(span, StmtKind::Jump(address));
                }
                let value = self.expression(e)?;
                self.emit(span, StmtKind::Expr(value))
            }
            Statement::Labeled(labeled) => {
                self.label(&labeled.node.label, span)?;
                self.statement(&labeled.node.statement)
            }
            // Each is a block: what its condition declares is not known behind it (C11 6.8.4p3,
            // 6.8.5p5).
            Statement::If(i) => self.scoped(|unit| unit.if_statement(i, span)),
            Statement::Switch(w) => self.scoped(|unit| unit.switch(w, span)),
            Statement::While(w) => self.scoped(|unit| unit.while_loop(w, span)),
            Statement::DoWhile(w) => self.scoped(|unit| unit.do_loop(w, span)),
            // What is declared in the head is known in the body only.
            Statement::For(f) => self.facts_wait(|unit| unit.scoped(|unit| unit.for_loop(f, span))),
            Statement::Goto(name) => {
                let label = self.named_label(&name.node.name, false, name.span)?;
                self.jump_to(label, span)
            }
            Statement::Continue => match self.function(span)?.continues.last().copied() {
                Some(target) => self.jump_out(target, span),
                None => Err(self.type_error(span, "`continue` stands outside a loop")),
            },
            Statement::Break => match self.function(span)?.breaks.last().copied() {
                Some(target) => self.jump_out(target, span),
                None => Err(self.type_error(span, "`break` stands outside a loop or switch")),
            },
            Statement::Return(e) => self.return_statement(e.as_deref(), span),
            Statement::Asm(a) => {
                self.account.accounted.insert(a.span.start);
                self.asm(&a.node, span)
            }
        }
    }

    fn if_statement(&mut self, i: &Node<IfStatement>, span: Span) -> Result<()> {
        let (then, other, end) = (
            self.new_label(span)?,
            self.new_label(span)?,
            self.new_label(span)?,
        );
        self.branch(&i.node.condition, then, other)?;
        self.place_label(i.node.then_statement.span, then)?;
        self.scoped(|unit| unit.statement(&i.node.then_statement))?;
        self.emit(span, StmtKind::Goto(end))?;
        self.place_label(span, other)?;
        if let Some(otherwise) = &i.node.else_statement {
            self.scoped(|unit| unit.statement(otherwise))?;
        }
        self.place_label(span, end)
    }

    fn branch(
        &mut self,
        e: &Node<lang_c::ast::Expression>,
        then: IrLabel,
        other: IrLabel,
    ) -> Result<()> {
        let value = self.expression(e)?;
        let value = self.condition(value, e.span)?;
        self.emit(e.span, StmtKind::Branch(value, then, other))
    }

    /// Runs `body` with new targets for `break` and `continue`.
    fn in_loop(
        &mut self,
        span: Span,
        end: IrLabel,
        next: IrLabel,
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let open = self.open_cleanups();
        let f = self.function(span)?;
        f.breaks.push((end, open));
        f.continues.push((next, open));
        let result = self.scoped(body);
        let f = self.function(span)?;
        f.breaks.pop();
        f.continues.pop();
        result
    }

    fn while_loop(&mut self, w: &Node<WhileStatement>, span: Span) -> Result<()> {
        let (head, body, end) = (
            self.new_label(span)?,
            self.new_label(span)?,
            self.new_label(span)?,
        );
        self.place_label(span, head)?;
        self.branch(&w.node.expression, body, end)?;
        self.place_label(w.node.statement.span, body)?;
        self.in_loop(span, end, head, |unit| unit.statement(&w.node.statement))?;
        self.emit(span, StmtKind::Goto(head))?;
        self.place_label(span, end)
    }

    fn do_loop(&mut self, w: &Node<DoWhileStatement>, span: Span) -> Result<()> {
        let (head, next, end) = (
            self.new_label(span)?,
            self.new_label(span)?,
            self.new_label(span)?,
        );
        self.place_label(span, head)?;
        self.in_loop(span, end, next, |unit| unit.statement(&w.node.statement))?;
        self.place_label(w.node.expression.span, next)?;
        self.branch(&w.node.expression, head, end)?;
        self.place_label(span, end)
    }

    fn for_loop(&mut self, f: &Node<ForStatement>, span: Span) -> Result<()> {
        match &f.node.initializer.node {
            ForInitializer::Empty => {}
            ForInitializer::Expression(e) => {
                let value = self.expression(e)?;
                self.emit(e.span, StmtKind::Expr(value))?;
            }
            ForInitializer::Declaration(d) => self.within_expression(|unit| unit.declaration(d))?,
            ForInitializer::StaticAssert(a) => self.static_assert(a)?,
        }
        let (head, body, next, end) = (
            self.new_label(span)?,
            self.new_label(span)?,
            self.new_label(span)?,
            self.new_label(span)?,
        );
        self.place_label(span, head)?;
        if let Some(condition) = &f.node.condition {
            self.branch(condition, body, end)?;
        }
        self.place_label(f.node.statement.span, body)?;
        self.in_loop(span, end, next, |unit| unit.statement(&f.node.statement))?;
        self.place_label(span, next)?;
        if let Some(step) = &f.node.step {
            let before = self.types_declared();
            let value = self.expression(step)?;
            if self.types_declared() != before {
                // It stands in front of the body, which is analysed already (C11 6.2.1p7).
                let message = "a declaration in the third expression of `for` is not supported";
                return Err(self.unsupported(step.span, message));
            }
            self.emit(step.span, StmtKind::Expr(value))?;
        }
        self.emit(span, StmtKind::Goto(head))?;
        self.place_label(span, end)
    }

    fn return_statement(
        &mut self,
        e: Option<&Node<lang_c::ast::Expression>>,
        span: Span,
    ) -> Result<()> {
        let result = self.function(span)?.result.clone();
        let value = match e {
            None => None,
            Some(e) => {
                let value = self.expression(e)?;
                if result == Type::Void {
                    // `return f();` in a void function is a gcc extension.
                    self.emit(e.span, StmtKind::Expr(value))?;
                    None
                } else {
                    Some(self.assign_convert(value, &result, e.span)?)
                }
            }
        };
        if self.open_cleanups() == 0 {
            return self.emit(span, StmtKind::Return(value));
        }
        let value = match value {
            Some(value) => Some(self.kept_value(value, 0, span)?),
            None => None,
        };
        self.leave_to(0, span)?;
        self.emit(span, StmtKind::Return(value))
    }

    // -- switch (C11 6.8.4.2)

    fn switch(&mut self, w: &Node<SwitchStatement>, span: Span) -> Result<()> {
        let value = self.expression(&w.node.expression)?;
        if !value.ty.is_integer() {
            return Err(self.type_error(w.node.expression.span, "`switch` needs an integer"));
        }
        let value = self.promote(value);
        let end = self.new_label(span)?;
        // The body comes first, because it defines the cases; then the jump moves in front of it.
        let outer = std::mem::take(&mut self.function(span)?.stmts);
        let open = self.open_cleanups();
        let f = self.function(span)?;
        f.switches.push(Switch {
            ty: value.ty.clone(),
            cases: Vec::new(),
            default: None,
            open,
        });
        f.breaks.push((end, open));
        let result = self.scoped(|unit| unit.statement(&w.node.statement));
        let f = self.function(span)?;
        f.breaks.pop();
        let switch = f.switches.pop();
        let body = std::mem::replace(&mut f.stmts, outer);
        result?;
        let Some(Switch { cases, default, .. }) = switch else {
            return Ok(());
        };
        let mut sorted: Vec<_> = cases.iter().map(|(lo, hi, _)| (*lo, *hi)).collect();
        sorted.sort_unstable();
        if sorted
            .windows(2)
            .any(|w| matches!(w, [(_, hi), (lo, _)] if lo <= hi))
        {
            return Err(self.type_error(span, "two cases have the same value"));
        }
        self.emit(span, StmtKind::Switch(value, cases, default.unwrap_or(end)))?;
        self.function(span)?.stmts.extend(body);
        self.place_label(span, end)
    }

    /// A label in front of a statement.
    pub(super) fn label(&mut self, label: &Node<Label>, span: Span) -> Result<()> {
        self.account.read(label);
        match &label.node {
            Label::Identifier(name) => {
                let label = self.named_label(&name.node.name, true, span)?;
                self.label_here(label, span)?;
                let name = crate::normalise::label_name(&name.node.name);
                self.emit(
                    span,
                    StmtKind::Label {
                        label,
                        error: name == "ERROR",
                        name: Some(name.to_owned()),
                    },
                )
            }
            Label::Case(e) => {
                let value = self.constant(e)?.0;
                self.case(value, value, span)
            }
            Label::CaseRange(r) => {
                let (low, high) = (
                    self.constant(&r.node.low)?.0,
                    self.constant(&r.node.high)?.0,
                );
                self.case(low, high, span)
            }
            Label::Default => {
                self.enters_no_cleanup(span)?;
                let label = self.new_label(span)?;
                let taken = match self.function(span)?.switches.last_mut() {
                    Some(switch) => switch.default.replace(label).is_some(),
                    None => return Err(self.type_error(span, "`default` stands outside a switch")),
                };
                if taken {
                    return Err(self.type_error(span, "a switch has two defaults"));
                }
                self.place_label(span, label)
            }
        }
    }

    /// Case values are converted to the promoted type of the controlling expression.
    fn case(&mut self, low: i128, high: i128, span: Span) -> Result<()> {
        self.enters_no_cleanup(span)?;
        let label = self.new_label(span)?;
        let ty = match self.function(span)?.switches.last() {
            Some(switch) => switch.ty.clone(),
            None => return Err(self.type_error(span, "`case` stands outside a switch")),
        };
        let Some(machine) = self.program.types.machine(&ty) else {
            return Err(self.type_error(span, "`case` needs an integer"));
        };
        let (low, high) = (machine.wrap(low), machine.wrap(high));
        if low <= high {
            if let Some(switch) = self.function(span)?.switches.last_mut() {
                switch.cases.push((low, high, label));
            }
        }
        self.place_label(span, label)
    }

    /// Inline assembly: what it writes is unknown afterwards; with the clobber "memory", or
    /// operands in memory, all of memory.
    fn asm(&mut self, a: &AsmStatement, span: Span) -> Result<()> {
        let asm = match a {
            AsmStatement::GnuExtended(asm) => asm,
            // Basic assembly may access all memory, for gcc since version 7 (gcc manual, "Basic
            // Asm").
            AsmStatement::GnuBasic(template) => {
                let asm = Asm {
                    outputs: Vec::new(),
                    inputs: Vec::new(),
                    memory: clobbered(&template.node),
                };
                return self.emit(span, StmtKind::Asm(asm));
            }
        };
        if let Some(qualifier) = &asm.qualifier {
            self.account.read(qualifier);
        }
        let empty = is_empty(asm);
        let mut operands = self.asm_outputs(asm)?;
        if let ([output], true) = (
            asm.outputs.as_slice(),
            empty && !operands.outputs.is_empty(),
        ) {
            self.tied_output(output, &asm.inputs, &mut operands.outputs, span)?;
        }
        let clobbers = asm
            .clobbers
            .iter()
            .any(|c| names_memory(&unquoted(&c.node)));
        if clobbers {
            operands.memory = operands.memory.max(clobbered(&asm.template.node));
        }
        for input in &asm.inputs {
            self.asm_input(input, &mut operands)?;
        }
        // Without instructions, nothing is written, whatever gcc has to take for written.
        if empty {
            operands.memory = AsmMemory::Untouched;
        }
        if !is_order_open(&operands) {
            return self.emit(span, StmtKind::Asm(operands));
        }
        Err(self.unsupported(
            span,
            "operands of assembly that depend on effects of others",
        ))
    }

    /// The objects that assembly writes, and what the outputs say of memory.
    fn asm_outputs(&mut self, asm: &GnuExtendedAsmStatement) -> Result<Asm> {
        let mut operands = Asm {
            outputs: Vec::new(),
            inputs: Vec::new(),
            memory: AsmMemory::Untouched,
        };
        for output in &asm.outputs {
            self.account.read(output);
            let Some(place) = self.place(&output.node.variable_name)? else {
                return Err(self.type_error(output.span, "an output must designate an object"));
            };
            // What a register holds is not reduced to the bits everywhere.
            if self.bit_width(&place).is_some() {
                return Err(self.unsupported(output.span, "a bit-field that assembly writes"));
            }
            let updated = constraint(output).contains('+');
            // An address that is output and input, and an object that is taken for one of another
            // type.
            if updated && matches!(place.ty.ty, Type::Pointer(_)) || is_behind_cast(&place) {
                operands.memory = AsmMemory::Pointed;
            }
            // An empty text is no instruction: what is input and output at once stays as it is.
            let stays = updated && is_empty(asm);
            if updated && !place.effects() && !matches!(place.ty.ty, Type::Array(..)) {
                let ty = place.ty.ty.clone();
                let value = ExprKind::Load(Box::new(place.clone()));
                let value = Expr::new(value, ty, self.pos(output.span));
                operands.inputs.push(value);
            } else if stays {
                operands
                    .inputs
                    .push(self.asm_object(place.clone(), output.span));
            }
            if !stays {
                operands.outputs.push(place);
            }
        }
        Ok(operands)
    }

    /// What assembly gets of an object: its address, but the value of a bit-field.
    fn asm_object(&self, place: Place, span: Span) -> Expr {
        let ty = place.ty.ty.clone();
        let (kind, ty) = match self.bit_width(&place) {
            Some(_) => (ExprKind::Load(Box::new(place)), ty),
            None => (ExprKind::Address(Box::new(place)), ty.pointer_to()),
        };
        Expr::new(kind, ty, self.pos(span))
    }

    /// Adds an input of assembly, and what it says of memory. What an address is taken of lives in
    /// memory.
    fn asm_input(&mut self, input: &Node<GnuAsmOperand>, operands: &mut Asm) -> Result<()> {
        self.account.read(input);
        let operand = &input.node.variable_name;
        let value = self.expression(operand)?;
        // Assembly that gets an address may write there only if it says so, but often it does not.
        let address = holds_address(&value);
        if address {
            operands.memory = operands.memory.max(AsmMemory::Pointed);
        }
        // An operand in memory is an object whose address the assembly gets.
        let in_memory = match constraint(input).contains(MAY_BE_MEMORY) {
            true => self.place(operand)?,
            false => None,
        };
        operands.inputs.push(match in_memory {
            Some(place) => self.asm_object(place, input.span),
            None => value,
        });
        Ok(())
    }

    /// The only output of an empty text shares its register with the input whose constraint is its
    /// number: it gets that input's value. A register that is wider than the input holds more.
    fn tied_output(
        &mut self,
        output: &Node<GnuAsmOperand>,
        inputs: &[Node<GnuAsmOperand>],
        places: &mut Vec<Place>,
        span: Span,
    ) -> Result<()> {
        let ([input], [place]) = (inputs, places.as_slice()) else {
            return Ok(());
        };
        let (ty, value) = (
            place.ty.ty.clone(),
            self.expression(&input.node.variable_name)?,
        );
        // A `_Bool` gets the register's lowest byte, as it is: not whether the input is 0.
        let alike = ty == value.ty
            || ty.is_integer()
                && ty != Type::Bool
                && value.ty.is_integer()
                && self.size_of(&ty, span)? <= self.size_of(&value.ty, span)?;
        if constraint(input) != "0" || constraint(output).contains('&') || value.effects || !alike {
            return Ok(());
        }
        let Some(place) = places.pop() else {
            return Ok(());
        };
        let value = self.convert(value, &ty);
        let assign = Expr::new(
            ExprKind::Assign(Box::new(place), Box::new(value)),
            ty,
            self.pos(span),
        );
        self.emit(span, StmtKind::Expr(assign))
    }
}

/// Whether the text of assembly has no instruction.
fn is_empty(asm: &GnuExtendedAsmStatement) -> bool {
    let lines = &asm.template.node;
    lines.iter().all(|s| s.trim_matches(['"', ' ']).is_empty())
}

/// Whether a place is an object behind a pointer that was converted from a pointer to another type.
fn is_behind_cast(place: &Place) -> bool {
    let Base::Deref(pointer) = &place.base else {
        return false;
    };
    let ExprKind::Convert(inner) = &pointer.kind else {
        return false;
    };
    inner.ty.pointee().is_some_and(|from| {
        from.ty != Type::Void && pointer.ty.pointee().is_none_or(|to| to.ty != from.ty)
    })
}

/// Whether the value of an operand may hold an address. What is loaded holds one by its type.
fn holds_address(value: &Expr) -> bool {
    match &value.kind {
        _ if matches!(value.ty, Type::Pointer(_) | Type::Record(_)) => true,
        ExprKind::Convert(a) | ExprKind::Negate(a) | ExprKind::Complement(a) => holds_address(a),
        ExprKind::Arith(_, a, b) => holds_address(a) || holds_address(b),
        ExprKind::Conditional(c, a, b) => {
            holds_address(a.as_ref().unwrap_or(c)) || holds_address(b)
        }
        ExprKind::Comma(_, a)
        | ExprKind::Assign(_, a)
        | ExprKind::Update { new: a, .. }
        | ExprKind::Block(_, Some(a)) => holds_address(a),
        ExprKind::Int(_)
        | ExprKind::Unknown
        | ExprKind::Float(_)
        | ExprKind::Complex(..)
        | ExprKind::VarArgs
        | ExprKind::Load(_)
        | ExprKind::Address(_)
        | ExprKind::Function(_)
        | ExprKind::LabelAddress(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDiff(..)
        | ExprKind::Compare(..)
        | ExprKind::Not(_)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Old
        | ExprKind::Overflows { .. }
        | ExprKind::Call(..)
        | ExprKind::CallPointer(..)
        | ExprKind::Block(_, None) => false,
    }
}

/// Whether it is open which object an output is: gcc finds the objects of outputs first, but reads
/// variables that say where they are as late as it can. So only one operand with effects may stand
/// beside objects that nothing can move, and inputs are evaluated in their order.
fn is_order_open(operands: &Asm) -> bool {
    let fixed = |place: &Place| place.operands().all(|e| e.as_int().is_some());
    let moves = operands.outputs.iter().filter(|place| place.effects());
    let (moves, effects) = (moves.count(), operands.inputs.iter().any(|e| e.effects));
    let loose = operands
        .outputs
        .iter()
        .filter(|place| !fixed(place))
        .count();
    moves > 0 && (loose > 1 || effects) || effects && loose > 0
}

/// An operand's constraint, without quotes.
fn constraint(operand: &Node<GnuAsmOperand>) -> String {
    unquoted(&operand.node.constraints.node)
}

/// The characters of a string literal, whose parts belong together (C11 6.4.5p5). Escapes stay.
fn unquoted(literal: &[String]) -> String {
    literal.concat().replace('"', "")
}

/// Whether a clobber is memory, or may be, as it has escapes.
fn names_memory(clobber: &str) -> bool {
    clobber == "memory" || clobber.contains('\\')
}

/// Constraints that memory fits (gcc manual, "Simple Constraints"), and what may be an escape of
/// one.
const MAY_BE_MEMORY: [char; 8] = ['m', 'o', 'V', '<', '>', 'g', 'X', '\\'];

/// Instructions that write neither memory nor registers that a program sees; `rep` only stands in
/// front of `nop`.
const WRITE_NOTHING: [&str; 9] = [
    "nop", "rep", "pause", "cli", "sti", "hlt", "mfence", "lfence", "sfence",
];

/// What assembly with a clobber of memory may change: only instructions can change what they name.
fn clobbered(template: &[String]) -> AsmMemory {
    let text = template
        .iter()
        .map(|part| part.trim_matches('"'))
        .collect::<Vec<_>>()
        .join("")
        .replace("\\n", " ")
        .replace("\\t", " ");
    let writes = |word: &str| !word.is_empty() && !WRITE_NOTHING.contains(&word);
    if text
        .split(|c: char| c.is_whitespace() || c == ';')
        .any(writes)
    {
        AsmMemory::All
    } else {
        AsmMemory::Pointed
    }
}
