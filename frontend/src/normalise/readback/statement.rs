//! Statements.

use super::expression::Level;
use super::{Reader, Step};
use lang_c::ast::{
    AsmStatement, BlockItem, Expression, ForInitializer, ForStatement, GnuAsmOperand,
    GnuExtendedAsmStatement, IfStatement, Label, Statement,
};
use lang_c::span::Node;

/// How the parser's dialect spells `asm`.
pub(super) const ASM: [&str; 3] = ["asm", "__asm", "__asm__"];

impl Reader<'_> {
    pub(super) fn statement(&mut self, s: &Statement) -> Step {
        match s {
            Statement::Labeled(l) => {
                self.label(&l.node.label.node)?;
                self.take(":")?;
                self.statement(&l.node.statement.node)
            }
            Statement::Compound(items) => {
                self.take("{")?;
                items.iter().try_for_each(|item| self.item(&item.node))?;
                self.take("}")
            }
            Statement::Expression(e) => {
                self.optional(e.as_deref())?;
                self.take(";")
            }
            Statement::If(i) => self.choice(&i.node),
            Statement::Switch(s) => {
                self.condition("switch", &s.node.expression)?;
                self.statement(&s.node.statement.node)
            }
            Statement::While(w) => {
                self.condition("while", &w.node.expression)?;
                self.statement(&w.node.statement.node)
            }
            Statement::DoWhile(d) => {
                self.take("do")?;
                self.statement(&d.node.statement.node)?;
                self.condition("while", &d.node.expression)?;
                self.take(";")
            }
            Statement::For(f) => self.iteration(&f.node),
            Statement::Goto(name) => {
                self.take("goto")?;
                self.name(name)?;
                self.take(";")
            }
            Statement::Continue => self.take_all(&["continue", ";"]),
            Statement::Break => self.take_all(&["break", ";"]),
            Statement::Return(e) => {
                self.take("return")?;
                self.optional(e.as_deref())?;
                self.take(";")
            }
            Statement::Asm(a) => self.assembly(&a.node),
        }
    }

    fn item(&mut self, item: &BlockItem) -> Step {
        match item {
            BlockItem::Declaration(d) => self.declaration(&d.node),
            BlockItem::StaticAssert(a) => self.static_assertion(&a.node),
            BlockItem::Statement(s) => self.statement(&s.node),
        }
    }

    fn optional(&mut self, e: Option<&Node<Expression>>) -> Step {
        e.map_or(Ok(()), |e| self.expression(e, Level::Comma))
    }

    /// A keyword and an expression in parentheses.
    fn condition(&mut self, keyword: &str, e: &Node<Expression>) -> Step {
        self.take_all(&[keyword, "("])?;
        self.expression(e, Level::Comma)?;
        self.take(")")
    }

    fn label(&mut self, label: &Label) -> Step {
        match label {
            Label::Identifier(name) => self.name(name),
            Label::Default => self.take("default"),
            Label::Case(e) => {
                self.take("case")?;
                self.expression(e, Level::Conditional)
            }
            Label::CaseRange(r) => {
                self.take("case")?;
                self.expression(&r.node.low, Level::Conditional)?;
                self.take("...")?;
                self.expression(&r.node.high, Level::Conditional)
            }
        }
    }

    fn choice(&mut self, i: &IfStatement) -> Step {
        self.condition("if", &i.condition)?;
        self.statement(&i.then_statement.node)?;
        let Some(otherwise) = &i.else_statement else {
            return Ok(());
        };
        // An `else` belongs to the nearest `if` (C11 6.8.4.1p3).
        self.need(!takes_else(&i.then_statement.node))?;
        self.take("else")?;
        self.statement(&otherwise.node)
    }

    fn iteration(&mut self, f: &ForStatement) -> Step {
        self.take_all(&["for", "("])?;
        match &f.initializer.node {
            ForInitializer::Empty => self.take(";")?,
            ForInitializer::Expression(e) => {
                self.expression(e, Level::Comma)?;
                self.take(";")?;
            }
            ForInitializer::Declaration(d) => self.declaration(&d.node)?,
            ForInitializer::StaticAssert(a) => self.static_assertion(&a.node)?,
        }
        self.optional(f.condition.as_deref())?;
        self.take(";")?;
        self.optional(f.step.as_deref())?;
        self.take(")")?;
        self.statement(&f.statement.node)
    }

    fn assembly(&mut self, a: &AsmStatement) -> Step {
        self.take_one_of(&ASM)?;
        match a {
            AsmStatement::GnuBasic(template) => {
                // It is volatile in any case (gcc manual, "Basic Asm").
                if ["volatile", "__volatile", "__volatile__"].contains(&self.peek()) {
                    self.at += 1;
                }
                self.take("(")?;
                self.string(template)?;
            }
            AsmStatement::GnuExtended(extended) => self.extended_assembly(extended)?,
        }
        self.take_all(&[")", ";"])
    }

    fn extended_assembly(&mut self, a: &GnuExtendedAsmStatement) -> Step {
        if let Some(qualifier) = &a.qualifier {
            self.qualifier(&qualifier.node)?;
        }
        self.take("(")?;
        self.string(&a.template)?;
        self.take(":")?;
        self.list(&a.outputs, |r, o| r.assembly_operand(&o.node))?;
        // Empty lists at the end may be left out.
        let inputs = self.skip(":");
        self.need(inputs || a.inputs.is_empty())?;
        self.list(&a.inputs, |r, o| r.assembly_operand(&o.node))?;
        let clobbers = inputs && self.skip(":");
        self.need(clobbers || a.clobbers.is_empty())?;
        self.list(&a.clobbers, |r, c| r.string(c))
    }

    fn assembly_operand(&mut self, operand: &GnuAsmOperand) -> Step {
        if let Some(name) = &operand.symbolic_name {
            self.take("[")?;
            self.name(name)?;
            self.take("]")?;
        }
        self.string(&operand.constraints)?;
        self.take("(")?;
        self.expression(&operand.variable_name, Level::Comma)?;
        self.take(")")
    }
}

/// Whether an `else` behind a statement would be a part of it.
fn takes_else(s: &Statement) -> bool {
    match s {
        Statement::If(i) => match &i.node.else_statement {
            None => true,
            Some(otherwise) => takes_else(&otherwise.node),
        },
        Statement::Labeled(l) => takes_else(&l.node.statement.node),
        Statement::Switch(s) => takes_else(&s.node.statement.node),
        Statement::While(w) => takes_else(&w.node.statement.node),
        Statement::For(f) => takes_else(&f.node.statement.node),
        Statement::Compound(_)
        | Statement::Expression(_)
        | Statement::DoWhile(_)
        | Statement::Goto(_)
        | Statement::Continue
        | Statement::Break
        | Statement::Return(_)
        | Statement::Asm(_) => false,
    }
}
