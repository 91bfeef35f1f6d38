//! Floating values for concrete runs: `float` and `double` become the integers that hold their
//! bits, and their operations calls of functions of the program that compute on bits. Proofs never
//! see such a program: there, floating values are any values.
//!
//! It happens only if the program defines the functions: tests add a model of IEEE 754 arithmetic
//! in C. `long double` and 128-bit integers stay as they are, without a model.

use proofmark_frontend::ir::{
    Arith, Base, Expr, ExprKind, Function, Init, Place, Program, Relation, Step, Stmt, StmtKind,
};
use proofmark_frontend::types::{FloatKind, FunctionType, IntKind, Qual, Type};
use proofmark_logic::cfa::Pos;
use std::rc::Rc;

/// The functions, on the bits of `double` values except where `float` stands in the name.
const NAMES: [&str; 15] = [
    "soft_add",
    "soft_sub",
    "soft_mul",
    "soft_div",
    "soft_equal",
    "soft_less",
    "soft_less_equal",
    "soft_widen_float",
    "soft_narrow_float",
    "soft_from_signed",
    "soft_from_unsigned",
    "soft_float_from_signed",
    "soft_float_from_unsigned",
    "soft_to_signed",
    "soft_to_unsigned",
];

const LONG: Type = Type::Int(IntKind::LongLong);
const BITS: Type = Type::Int(IntKind::ULongLong);
const FLOAT_BITS: Type = Type::Int(IntKind::UInt);

/// Rewrites a program that defines the functions.
pub(crate) fn with_soft_floats(program: &mut Program) {
    let find = |name: &&str| {
        program
            .functions
            .iter()
            .position(|f| f.name == **name && f.body.is_some())
            .and_then(|i| u32::try_from(i).ok())
    };
    let Some(functions) = NAMES.iter().map(find).collect::<Option<Vec<u32>>>() else {
        return;
    };
    let narrows = program.functions.iter().map(unprototyped_floats).collect();
    let soft_float = SoftFloat { functions, narrows };
    for record in &mut program.types.records {
        record
            .fields
            .iter_mut()
            .flatten()
            .for_each(|field| field.ty = qual(&field.ty));
    }
    for global in &mut program.globals {
        global.ty = qual(&global.ty);
        global
            .init
            .iter_mut()
            .for_each(|init| soft_float.init(init));
    }
    for function in &mut program.functions {
        function.ty = function_type(&function.ty);
        if let Some(body) = &mut function.body {
            body.locals
                .iter_mut()
                .for_each(|local| local.ty = qual(&local.ty));
            soft_float.stmts(&mut body.stmts);
        }
    }
}

/// Which parameters of a function without a prototype are `float`: arguments for them are `double`
/// (C11 6.5.2.2p6, 6.9.1p10).
fn unprototyped_floats(f: &Function) -> Vec<bool> {
    let body = f.body.as_ref().filter(|_| f.ty.params.is_none());
    body.map_or(Vec::new(), |b| {
        b.locals
            .iter()
            .take(b.params)
            .map(|l| l.ty.ty == Type::Float(FloatKind::Float))
            .collect()
    })
}

/// The integer type that stands for a floating type.
fn bits_of(ty: &Type) -> Option<Type> {
    match ty {
        Type::Float(FloatKind::Double) => Some(BITS),
        Type::Float(FloatKind::Float) => Some(FLOAT_BITS),
        _ => None,
    }
}

fn soft_type(ty: &Type) -> Type {
    match ty {
        Type::Pointer(q) => Type::Pointer(Rc::new(qual(q))),
        Type::Array(q, n) => Type::Array(Rc::new(qual(q)), *n),
        Type::Function(f) => Type::Function(Rc::new(function_type(f))),
        other => bits_of(other).unwrap_or_else(|| other.clone()),
    }
}

fn qual(q: &Qual) -> Qual {
    Qual {
        ty: soft_type(&q.ty),
        ..*q
    }
}

fn function_type(f: &FunctionType) -> FunctionType {
    let params = f
        .params
        .as_ref()
        .map(|params| params.iter().map(soft_type).collect());
    FunctionType {
        result: soft_type(&f.result),
        params,
        variadic: f.variadic,
        variants: f.variants.clone(),
    }
}

struct SoftFloat {
    functions: Vec<u32>,
    narrows: Vec<Vec<bool>>,
}

impl SoftFloat {
    fn call(&self, name: &str, args: Vec<Expr>, ty: Type, pos: Pos) -> Expr {
        let function = NAMES
            .iter()
            .position(|n| *n == name)
            .and_then(|i| self.functions.get(i))
            .copied()
            .unwrap_or(u32::MAX);
        Expr::new(ExprKind::Call(function, args), ty, pos)
    }

    fn stmts(&self, stmts: &mut [Stmt]) {
        for stmt in stmts {
            match &mut stmt.kind {
                StmtKind::Branch(e, ..) => self.condition(e),
                StmtKind::Expr(e)
                | StmtKind::Jump(e)
                | StmtKind::Switch(e, ..)
                | StmtKind::Return(Some(e)) => self.expr(e),
                StmtKind::Init(_, init) => self.init(init),
                StmtKind::Asm(asm) => {
                    asm.outputs.iter_mut().for_each(|p| self.place(p));
                    asm.inputs.iter_mut().for_each(|e| self.expr(e));
                }
                StmtKind::Enter(_)
                | StmtKind::Label { .. }
                | StmtKind::Goto(_)
                | StmtKind::Return(None)
                | StmtKind::Reject
                | StmtKind::Halt => {}
            }
        }
    }

    fn init(&self, init: &mut Init) {
        for (place, value) in &mut init.items {
            self.place(place);
            self.expr(value);
        }
    }

    fn place(&self, place: &mut Place) {
        if let Base::Deref(e) | Base::Value(e) = &mut place.base {
            self.expr(e);
        }
        place.base_ty = soft_type(&place.base_ty);
        place.ty = qual(&place.ty);
        for step in &mut place.steps {
            if let Step::Index(e) = step {
                self.expr(e);
            }
        }
    }

    /// An expression that decides something: a floating one becomes `e != 0`.
    fn condition(&self, e: &mut Expr) {
        let float = e.ty.clone();
        self.expr(e);
        if bits_of(&float).is_some() {
            let value = std::mem::replace(e, Expr::int(0, Type::INT, e.pos));
            *e = self.is_zero(value, &float, true);
        }
    }

    fn is_zero(&self, value: Expr, float: &Type, negated: bool) -> Expr {
        let pos = value.pos;
        let zero = Expr::int(0, BITS, pos);
        let equal = self.call(
            "soft_equal",
            vec![self.widened(value, float), zero],
            Type::INT,
            pos,
        );
        if negated {
            Expr::new(ExprKind::Not(Box::new(equal)), Type::INT, pos)
        } else {
            equal
        }
    }

    /// The bits of a value as a `double`.
    fn widened(&self, value: Expr, float: &Type) -> Expr {
        match float {
            Type::Float(FloatKind::Float) => {
                let pos = value.pos;
                self.call("soft_widen_float", vec![value], BITS, pos)
            }
            _ => value,
        }
    }

    /// The bits of a `double` in another format.
    fn narrowed(&self, value: Expr, float: &Type) -> Expr {
        match float {
            Type::Float(FloatKind::Float) => {
                let pos = value.pos;
                self.call("soft_narrow_float", vec![value], FLOAT_BITS, pos)
            }
            _ => value,
        }
    }

    fn expr(&self, e: &mut Expr) {
        let (ty, pos) = (e.ty.clone(), e.pos);
        let kind = std::mem::replace(&mut e.kind, ExprKind::Old);
        *e = match kind {
            ExprKind::Float(value) => match ty {
                Type::Float(FloatKind::Double) => Expr::int(i128::from(value), BITS, pos),
                Type::Float(FloatKind::Float) => {
                    self.narrowed(Expr::int(i128::from(value), BITS, pos), &ty)
                }
                _ => Expr::new(ExprKind::Float(value), ty, pos),
            },
            ExprKind::Arith(op, a, b) if bits_of(&ty).is_some() => self.arithmetic(op, *a, *b, &ty),
            ExprKind::Negate(mut a) if bits_of(&ty).is_some() => {
                self.expr(&mut a);
                let (bits, sign) = if ty == Type::Float(FloatKind::Double) {
                    (BITS, 1 << 63)
                } else {
                    (FLOAT_BITS, 1 << 31)
                };
                Expr::new(
                    ExprKind::Arith(Arith::Xor, a, Box::new(Expr::int(sign, bits.clone(), pos))),
                    bits,
                    pos,
                )
            }
            ExprKind::Compare(relation, a, b) if bits_of(&a.ty).is_some() => {
                self.compare(relation, *a, *b)
            }
            ExprKind::Not(mut a) if bits_of(&a.ty).is_some() => {
                let float = a.ty.clone();
                self.expr(&mut a);
                self.is_zero(*a, &float, false)
            }
            ExprKind::Convert(a) if bits_of(&a.ty).is_some() || bits_of(&ty).is_some() => {
                self.convert(*a, &ty, pos)
            }
            mut kind => {
                self.parts(&mut kind);
                Expr::new(kind, soft_type(&ty), pos)
            }
        };
    }

    /// The operands of what is not done in floating arithmetic.
    fn parts(&self, kind: &mut ExprKind) {
        match kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Unknown
            | ExprKind::LabelAddress(..)
            | ExprKind::VarArgs
            | ExprKind::Old
            | ExprKind::Function(_) => {}
            ExprKind::Load(p) | ExprKind::Address(p) => self.place(p),
            ExprKind::Negate(a) | ExprKind::Complement(a) | ExprKind::Convert(a) => self.expr(a),
            ExprKind::Not(a) => self.condition(a),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                [a, b].into_iter().for_each(|e| self.condition(e))
            }
            ExprKind::Arith(_, a, b)
            | ExprKind::PointerDiff(a, b, _)
            | ExprKind::Compare(_, a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::Complex(a, b) => {
                [a, b].into_iter().for_each(|e| self.expr(e));
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                [pointer, index].into_iter().for_each(|e| self.expr(e))
            }
            ExprKind::Overflows { a, b, place, .. } => {
                [a, b].into_iter().for_each(|e| self.expr(e));
                place.iter_mut().for_each(|p| self.place(p));
            }
            ExprKind::Conditional(c, a, b) => {
                self.condition(c);
                a.iter_mut().for_each(|a| self.expr(a));
                self.expr(b);
            }
            ExprKind::Assign(p, value)
            | ExprKind::Update {
                place: p,
                new: value,
                ..
            } => {
                self.place(p);
                self.expr(value);
            }
            ExprKind::Call(f, args) => self.arguments(*f, args),
            ExprKind::CallPointer(callee, ty, args) => {
                self.expr(callee);
                **ty = function_type(ty);
                args.iter_mut().for_each(|a| self.expr(a));
            }
            ExprKind::Block(stmts, value) => {
                self.stmts(stmts);
                value.iter_mut().for_each(|v| self.expr(v));
            }
        }
    }

    fn arguments(&self, f: u32, args: &mut [Expr]) {
        let narrows = self.narrows.get(f as usize);
        for (index, arg) in args.iter_mut().enumerate() {
            let double = arg.ty == Type::Float(FloatKind::Double);
            self.expr(arg);
            if double && narrows.and_then(|n| n.get(index)) == Some(&true) {
                let value = std::mem::replace(arg, Expr::int(0, Type::INT, arg.pos));
                *arg = self.narrowed(value, &Type::Float(FloatKind::Float));
            }
        }
    }

    /// The operands as `double`: they have one type.
    fn operands(&self, mut a: Expr, mut b: Expr) -> Vec<Expr> {
        let float = a.ty.clone();
        self.expr(&mut a);
        self.expr(&mut b);
        vec![self.widened(a, &float), self.widened(b, &float)]
    }

    /// Arithmetic on `float` may be done in `double`, whose result is rounded once more: it has
    /// more than twice the digits.
    fn arithmetic(&self, op: Arith, a: Expr, b: Expr, float: &Type) -> Expr {
        let (name, pos) = (
            match op {
                Arith::Add => "soft_add",
                Arith::Sub => "soft_sub",
                Arith::Mul => "soft_mul",
                _ => "soft_div",
            },
            a.pos,
        );
        self.narrowed(self.call(name, self.operands(a, b), BITS, pos), float)
    }

    fn compare(&self, relation: Relation, a: Expr, b: Expr) -> Expr {
        let pos = a.pos;
        let mut operands = self.operands(a, b);
        if matches!(relation, Relation::Gt | Relation::Ge) {
            operands.reverse();
        }
        let holds = match relation {
            Relation::Eq | Relation::Ne => "soft_equal",
            Relation::Lt | Relation::Gt => "soft_less",
            Relation::Le | Relation::Ge => "soft_less_equal",
        };
        let result = self.call(holds, operands, Type::INT, pos);
        if relation == Relation::Ne {
            Expr::new(ExprKind::Not(Box::new(result)), Type::INT, pos)
        } else {
            result
        }
    }

    fn convert(&self, mut a: Expr, to: &Type, pos: Pos) -> Expr {
        let from = a.ty.clone();
        self.expr(&mut a);
        let cast =
            |value: Expr, ty: &Type| Expr::new(ExprKind::Convert(Box::new(value)), ty.clone(), pos);
        let unsigned = |ty: &Type| {
            matches!(
                ty,
                Type::Pointer(_) | Type::Int(IntKind::ULong | IntKind::ULongLong)
            )
        };
        match (bits_of(&from), bits_of(to)) {
            (Some(_), Some(_)) => self.narrowed(self.widened(a, &from), to),
            (Some(_), None) if *to == Type::Bool => cast(self.is_zero(a, &from, true), to),
            (Some(_), None) if to.is_integer() && unsigned(to) => cast(
                self.call("soft_to_unsigned", vec![self.widened(a, &from)], BITS, pos),
                to,
            ),
            (Some(_), None) if to.is_integer() => cast(
                self.call("soft_to_signed", vec![self.widened(a, &from)], LONG, pos),
                to,
            ),
            (None, Some(bits)) if from.is_integer() => {
                let (name, wide) = match (to, unsigned(&from)) {
                    (Type::Float(FloatKind::Double), false) => ("soft_from_signed", LONG),
                    (Type::Float(FloatKind::Double), true) => ("soft_from_unsigned", BITS),
                    (_, false) => ("soft_float_from_signed", LONG),
                    (_, true) => ("soft_float_from_unsigned", BITS),
                };
                let value = if a.ty == wide { a } else { cast(a, &wide) };
                self.call(name, vec![value], bits, pos)
            }
            // From or to a type without a model, or `void`.
            _ => cast(a, &soft_type(to)),
        }
    }
}
