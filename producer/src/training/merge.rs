//! Merging (paper 001, section 3.2): union of predicates, `choose(p1 || p2, n1 || n2)`,
//! `assume(e1 && e2)`.

use proofmark_frontend::library::text::{Choose, Function, Library, Literal, Of, Statement};

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
        l.functions
            .iter()
            .map(|f| f.name.clone())
            .collect::<Vec<_>>()
    };
    if names(a) != names(b) {
        return Err("the libraries are about different functions".to_owned());
    }
    let mut globals = a.globals.clone();
    globals.extend(b.globals.iter().filter(|g| !a.globals.contains(g)).cloned());
    globals.sort_by_key(|g| (g.internal, g.name.clone()));
    let mut fields = [a.fields.clone(), b.fields.clone()].concat();
    fields.sort();
    fields.dedup();
    let mut functions = Vec::new();
    for (f, g) in a.functions.iter().zip(&b.functions) {
        functions.push(function((a, f), (b, g))?);
    }
    Ok(Library {
        globals,
        fields,
        functions,
        proofs: Vec::new(),
        ..a.clone()
    })
}

/// From a function's old numbers of predicates and results to the new ones.
struct Renaming<'a> {
    of: &'a Library,
    predicates: Vec<usize>,
}

fn function(
    (a, f): (&Library, &Function),
    (b, g): (&Library, &Function),
) -> Result<Function, String> {
    let name = &f.name;
    if f.formals != g.formals || f.result != g.result {
        return Err(format!("`{name}` has different parameters"));
    }
    if f.modifies != g.modifies {
        return Err(format!("`{name}` modifies different objects"));
    }
    let mut out = Function {
        predicates: Vec::new(),
        ..f.clone()
    };
    for constant in &g.constants {
        if !out.constants.contains(constant) {
            out.constants.push(constant.clone());
        }
    }
    for local in &g.locals {
        if !out.locals.contains(local) {
            out.locals.push(local.clone());
        }
    }
    let inputs = |f: &Function| {
        f.predicates
            .iter()
            .take(f.inputs)
            .cloned()
            .collect::<Vec<_>>()
    };
    let own = |f: &Function| {
        f.predicates
            .iter()
            .skip(f.inputs)
            .cloned()
            .collect::<Vec<_>>()
    };
    let mut add = |list: Vec<String>| {
        for predicate in list {
            if !out.predicates.contains(&predicate) {
                out.predicates.push(predicate);
            }
        }
        out.predicates.len()
    };
    add(inputs(f));
    out.inputs = add(inputs(g));
    out.inputs = out.inputs.max(f.inputs);
    let mut add = |list: Vec<String>| {
        for predicate in list {
            if !out.predicates.contains(&predicate) {
                out.predicates.push(predicate);
            }
        }
    };
    add(own(f));
    add(own(g));
    let renaming = |of, f: &Function| {
        let place = |p: &String| out.predicates.iter().position(|q| q == p).unwrap_or(0);
        let predicates = f.predicates.iter().map(place).collect();
        Renaming { of, predicates }
    };
    let (left, right) = (renaming(a, f), renaming(b, g));
    out.returns = merged_returns(f, g)
        .iter()
        .filter_map(|p| out.predicates.iter().position(|q| q == p))
        .collect();
    if f.body.len() != g.body.len() {
        return Err(format!("`{name}` has different control flow"));
    }
    let mut body = Vec::new();
    let mut called: Option<(Vec<usize>, Vec<usize>)> = None;
    for (s, t) in f.body.iter().zip(&g.body) {
        body.push(match (s, t) {
            (Statement::Assume(c), Statement::Assume(d)) => {
                let mut all: Vec<Vec<Literal>> =
                    c.iter().map(|c| literals(c, &left, None)).collect();
                for clause in d.iter().map(|c| literals(c, &right, None)) {
                    if !all.contains(&clause) {
                        all.push(clause);
                    }
                }
                Statement::Assume(all)
            }
            (Statement::Assign(u), Statement::Assign(v)) => {
                let results = called.take();
                let (r, q) = match &results {
                    Some((r, q)) => (Some(r), Some(q)),
                    None => (None, None),
                };
                let mut all: Vec<(usize, Choose)> = Vec::new();
                let first = u.iter().map(|(p, c)| (p, c, &left, r));
                let second = v.iter().map(|(p, c)| (p, c, &right, q));
                for (predicate, choose, renaming, results) in first.chain(second) {
                    let predicate = renaming.predicates.get(*predicate).copied().unwrap_or(0);
                    let choose = renamed(choose, renaming, results);
                    match all.iter_mut().find(|(p, _)| *p == predicate) {
                        Some((_, known)) => join(known, choose, name)?,
                        None => all.push((predicate, choose)),
                    }
                }
                // What one library knows and the other one leaves as it is, may stay as it is.
                all.sort_by_key(|(p, _)| *p);
                Statement::Assign(all)
            }
            (Statement::Call(_, callee, u), Statement::Call(_, other, v)) if callee == other => {
                let (Some(x), Some(y)) = (left.of.function(callee), right.of.function(callee))
                else {
                    return Err(format!("`{callee}` is missing"));
                };
                let returns = merged_returns(x, y);
                let place = |g: &Function| -> Vec<usize> {
                    let text = |i: &usize| g.predicates.get(*i);
                    let own = g.returns.iter().filter_map(text);
                    own.filter_map(|p| returns.iter().position(|q| q == p).map(|i| i + 1))
                        .collect()
                };
                called = Some((place(x), place(y)));
                let mut all: Vec<(&String, Choose)> = Vec::new();
                let first = x
                    .predicates
                    .iter()
                    .zip(u)
                    .map(|(p, c)| (p, renamed(c, &left, None)));
                let second = y
                    .predicates
                    .iter()
                    .zip(v)
                    .map(|(p, c)| (p, renamed(c, &right, None)));
                for (predicate, choose) in first.chain(second) {
                    match all.iter_mut().find(|(p, _)| *p == predicate) {
                        Some((_, known)) => join(known, choose, name)?,
                        None => all.push((predicate, choose)),
                    }
                }
                let inputs = all.into_iter().map(|(_, choose)| choose).collect();
                Statement::Call(returns.len(), callee.clone(), inputs)
            }
            (s, t) if s == t => s.clone(),
            _ => return Err(format!("`{name}` has different control flow")),
        });
    }
    out.body = body;
    Ok(out)
}

/// The predicates that a merged function returns.
fn merged_returns(f: &Function, g: &Function) -> Vec<String> {
    let texts = |f: &Function| {
        f.returns
            .iter()
            .filter_map(|i| f.predicates.get(*i).cloned())
            .collect::<Vec<_>>()
    };
    let mut out = texts(f);
    for predicate in texts(g) {
        if !out.contains(&predicate) {
            out.push(predicate);
        }
    }
    out
}

fn literals(
    from: &[Literal],
    renaming: &Renaming<'_>,
    results: Option<&Vec<usize>>,
) -> Vec<Literal> {
    let literal = |l: &Literal| Literal {
        of: match l.of {
            Of::Predicate(i) => Of::Predicate(renaming.predicates.get(i).copied().unwrap_or(i)),
            Of::Result(i) => {
                let new = results.and_then(|r| r.get(i.saturating_sub(1)));
                Of::Result(new.copied().unwrap_or(i))
            }
        },
        holds: l.holds,
    };
    from.iter().map(literal).collect()
}

fn renamed(choose: &Choose, renaming: &Renaming<'_>, results: Option<&Vec<usize>>) -> Choose {
    let cubes = |cubes: &[Vec<Literal>]| {
        cubes
            .iter()
            .map(|c| literals(c, renaming, results))
            .collect()
    };
    Choose {
        positive: cubes(&choose.positive),
        negative: cubes(&choose.negative),
    }
}

/// `choose(p1 || p2, n1 || n2)`.
fn join(known: &mut Choose, more: Choose, name: &str) -> Result<(), String> {
    for (own, cubes) in [
        (&mut known.positive, more.positive),
        (&mut known.negative, more.negative),
    ] {
        for cube in cubes {
            if !own.contains(&cube) {
                own.push(cube);
            }
        }
    }
    match known
        .positive
        .iter()
        .any(|cube| known.negative.contains(cube))
    {
        true => Err(format!(
            "the libraries contradict each other about `{name}`"
        )),
        false => Ok(()),
    }
}
