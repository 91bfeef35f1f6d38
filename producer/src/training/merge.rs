//! Merging (paper 001, section 3.2): union of predicates, `choose(p1 || p2, n1 || n2)`,
//! `assume(e1 && e2)`. What a procedure does not mention stays as it is, which counts as what it
//! says of it: else the merged procedure could do more than each of both.

use proofmark_frontend::library::text::{
    Callback, Choose, Function, Library, Literal, Of, Statement,
};

/// Merges two libraries of the same functions. The result has no proofs.
///
/// # Errors
/// If they are about other C, or contradict each other.
pub fn merge(a: &Library, b: &Library) -> Result<Library, String> {
    if a.abi != b.abi {
        return Err("the libraries are for different ABIs".to_owned());
    }
    if a.source != b.source {
        return Err("the libraries are about different versions of the C".to_owned());
    }
    let names = |l: &Library| {
        let names = l.functions.iter().map(|f| f.name.clone());
        names.collect::<Vec<_>>()
    };
    if names(a) != names(b) {
        return Err("the libraries are about different functions".to_owned());
    }
    let globals = union(&a.globals, &b.globals);
    let mut fields = union(&a.fields, &b.fields);
    fields.sort();
    let mut layouts = union(&a.layouts, &b.layouts);
    layouts.sort();
    let mut opaque = union(&a.opaque, &b.opaque);
    opaque.sort();
    let mut functions = Vec::new();
    for (f, g) in a.functions.iter().zip(&b.functions) {
        functions.push(function((a, f), (b, g))?);
    }
    Ok(Library {
        globals,
        fields,
        layouts,
        opaque,
        functions,
        proofs: Vec::new(),
        ..a.clone()
    })
}

/// The elements of the first list, and what only the second has.
fn union<T: PartialEq + Clone>(a: &[T], b: &[T]) -> Vec<T> {
    let mut out = a.to_vec();
    for one in b {
        if !out.contains(one) {
            out.push(one.clone());
        }
    }
    out
}

/// One of the libraries, seen from the merged function.
struct Side<'a> {
    of: &'a Library,
    /// The merged numbers of its predicates.
    predicates: Vec<usize>,
    /// The merged numbers of the results of the call in front of the statement.
    results: Vec<usize>,
    /// The merged callback in front of the statement.
    callback: Option<Callback>,
}

fn inputs(f: &Function) -> &[String] {
    f.predicates.get(..f.inputs).unwrap_or_default()
}

fn own(f: &Function) -> &[String] {
    f.predicates.get(f.inputs..).unwrap_or_default()
}

/// The predicates that a merged function returns.
fn returned(f: &Function, g: &Function) -> Vec<String> {
    let texts = |f: &Function| {
        let texts = f
            .returns
            .iter()
            .filter_map(|i| f.predicates.get(*i).cloned());
        texts.collect::<Vec<_>>()
    };
    union(&texts(f), &texts(g))
}

fn function(
    (a, f): (&Library, &Function),
    (b, g): (&Library, &Function),
) -> Result<Function, String> {
    let name = &f.name;
    if f.formals != g.formals || f.result != g.result || f.internal != g.internal {
        return Err(format!("`{name}` has different parameters"));
    }
    if f.modifies != g.modifies {
        return Err(format!("`{name}` modifies different objects"));
    }
    if f.body.len() != g.body.len() {
        return Err(format!("`{name}` has different control flow"));
    }
    let formal = union(inputs(f), inputs(g));
    let predicates = union(&formal, &union(own(f), own(g)));
    let number = |p: &String| predicates.iter().position(|q| q == p);
    let side = |of, f: &Function| Side {
        of,
        predicates: f.predicates.iter().filter_map(number).collect(),
        results: Vec::new(),
        callback: None,
    };
    let (mut left, mut right) = (side(a, f), side(b, g));
    let mut body = Vec::new();
    for statements in f.body.iter().zip(&g.body) {
        body.push(statement(name, statements, (&mut left, &mut right))?);
    }
    Ok(Function {
        constants: union(&f.constants, &g.constants),
        locals: union(&f.locals, &g.locals),
        inputs: formal.len(),
        returns: returned(f, g).iter().filter_map(number).collect(),
        predicates,
        body,
        ..f.clone()
    })
}

fn statement<'a>(
    name: &str,
    statements: (&Statement, &Statement),
    (left, right): (&mut Side<'a>, &mut Side<'a>),
) -> Result<Statement, String> {
    match statements {
        (Statement::Assume(c), Statement::Assume(d)) => {
            let clauses = |c: &[Vec<Literal>], side: &Side<'_>| -> Vec<Vec<Literal>> {
                c.iter().map(|c| literals(c, side)).collect()
            };
            Ok(Statement::Assume(union(
                &clauses(c, left),
                &clauses(d, right),
            )))
        }
        (Statement::Assign(u), Statement::Assign(v)) => {
            let all = assignment(name, (u, left), (v, right))?;
            left.results.clear();
            right.results.clear();
            right.callback = None;
            match left.callback.take() {
                Some(callback) => Ok(without(&callback, Statement::Assign(all))),
                None => Ok(Statement::Assign(all)),
            }
        }
        (Statement::Call(_, callee, u), Statement::Call(_, other, v)) if callee == other => {
            call(name, callee, (u, left), (v, right))
        }
        (Statement::Callback(c), Statement::Callback(d)) => {
            let both = called_back(name, (c, left), (d, right))?;
            (left.callback, right.callback) = (Some(both.clone()), Some(both.clone()));
            Ok(Statement::Callback(both))
        }
        (s, t) if s == t => Ok(s.clone()),
        _ => Err(format!("`{name}` has different control flow")),
    }
}

fn assignment(
    name: &str,
    (u, left): (&[(usize, Choose)], &Side<'_>),
    (v, right): (&[(usize, Choose)], &Side<'_>),
) -> Result<Vec<(usize, Choose)>, String> {
    let mentioned = |u: &[(usize, Choose)], side: &Side<'_>| -> Vec<usize> {
        let new = |(p, _): &(usize, Choose)| side.predicates.get(*p).copied();
        u.iter().filter_map(new).collect()
    };
    let mut all = union(&mentioned(u, left), &mentioned(v, right));
    all.sort_unstable();
    let mut out = Vec::new();
    for predicate in all {
        let said = [(u, left), (v, right)].map(|(u, side)| {
            let old = side.predicates.iter().position(|p| *p == predicate)?;
            let found = u.iter().find(|(p, _)| *p == old);
            let choose = found.map_or_else(|| Choose::keep(old), |(_, choose)| choose.clone());
            Some(renamed(&choose, side))
        });
        let choose = match said {
            [Some(a), Some(b)] => join(a, &b, name)?,
            [Some(one), None] | [None, Some(one)] => one,
            [None, None] => continue,
        };
        out.push((predicate, choose));
    }
    Ok(out)
}

fn call<'a>(
    name: &str,
    callee: &str,
    (u, left): (&[Choose], &mut Side<'a>),
    (v, right): (&[Choose], &mut Side<'a>),
) -> Result<Statement, String> {
    let (Some(x), Some(y)) = (left.of.function(callee), right.of.function(callee)) else {
        return Err(format!("`{callee}` is missing"));
    };
    let returns = returned(x, y);
    for (g, side) in [(x, &mut *left), (y, &mut *right)] {
        let texts = g.returns.iter().filter_map(|i| g.predicates.get(*i));
        let number = |p: &String| returns.iter().position(|q| q == p);
        side.results = texts.filter_map(number).map(|i| i + 1).collect();
    }
    let mut arguments = Vec::new();
    for predicate in union(inputs(x), inputs(y)) {
        let said = [(x, u, &*left), (y, v, &*right)].map(|(g, u, side)| {
            let old = inputs(g).iter().position(|p| *p == predicate);
            let choose = old.and_then(|i| u.get(i));
            choose.map(|choose| renamed(choose, side))
        });
        arguments.push(match said {
            [Some(a), Some(b)] => join(a, &b, name)?,
            [Some(one), None] | [None, Some(one)] => one,
            [None, None] => Choose::default(),
        });
    }
    Ok(Statement::Call(returns.len(), callee.to_owned(), arguments))
}

/// One callback of two: both say the same call.
fn called_back(
    name: &str,
    (c, left): (&Callback, &Side<'_>),
    (d, right): (&Callback, &Side<'_>),
) -> Result<Callback, String> {
    let new = |c: &Callback, side: &Side<'_>| -> Vec<usize> {
        let number = |i: &usize| side.predicates.get(*i).copied();
        c.shared.iter().filter_map(number).collect()
    };
    let results = |a: &Option<String>, b: &Option<String>| match (a, b) {
        (Some(a), Some(b)) if a != b => None,
        (a, b) => Some(a.clone().or_else(|| b.clone())),
    };
    let arguments = c.arguments.iter().zip(&d.arguments);
    let arguments = arguments.map(|(a, b)| results(a, b));
    let arguments: Option<Vec<Option<String>>> = arguments.collect();
    let same = c.target == d.target && c.arguments.len() == d.arguments.len();
    match (arguments, results(&c.result, &d.result)) {
        (Some(arguments), Some(result)) if same => Ok(Callback {
            shared: union(&new(c, left), &new(d, right)),
            target: c.target.clone(),
            arguments,
            result,
        }),
        _ => Err(format!("`{name}` calls back in different ways")),
    }
}

fn literals(from: &[Literal], side: &Side<'_>) -> Vec<Literal> {
    let literal = |l: &Literal| Literal {
        of: match l.of {
            Of::Predicate(i) => Of::Predicate(side.predicates.get(i).copied().unwrap_or(i)),
            Of::Result(i) => {
                let new = i.checked_sub(1).and_then(|i| side.results.get(i));
                Of::Result(new.copied().unwrap_or(i))
            }
        },
        holds: l.holds,
    };
    from.iter().map(literal).collect()
}

fn renamed(choose: &Choose, side: &Side<'_>) -> Choose {
    let cubes = |cubes: &[Vec<Literal>]| cubes.iter().map(|c| literals(c, side)).collect();
    Choose {
        positive: cubes(&choose.positive),
        negative: cubes(&choose.negative),
    }
}

/// `choose(p1 || p2, n1 || n2)`.
fn join(a: Choose, b: &Choose, name: &str) -> Result<Choose, String> {
    let both = Choose {
        positive: union(&a.positive, &b.positive),
        negative: union(&a.negative, &b.negative),
    };
    let mut positive = both.positive.iter();
    match positive.any(|cube| both.negative.contains(cube)) {
        true => Err(format!(
            "the libraries contradict each other about `{name}`"
        )),
        false => Ok(both),
    }
}

/// What stands behind a callback says nothing of what the callback sets.
pub(super) fn without(callback: &Callback, statement: Statement) -> Statement {
    let Statement::Assign(mut updates) = statement else {
        return statement;
    };
    let set = |of: Of| match of {
        Of::Predicate(i) => callback.shared.contains(&i),
        Of::Result(_) => true,
    };
    updates.retain(|(index, _)| !callback.shared.contains(index));
    for (_, choose) in &mut updates {
        let Choose { positive, negative } = choose;
        for cubes in [positive, negative] {
            cubes.retain(|cube| !cube.iter().any(|literal| set(literal.of)));
        }
    }
    Statement::Assign(updates)
}
