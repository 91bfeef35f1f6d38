//! Plans of memory maps as text: for tests and for those who look for the cause of an unknown
//! value.

use proofmark_frontend::flatten::Code;
use proofmark_frontend::ir::Program;
use proofmark_frontend::partition::{Owner, Plan, Variable};
use proofmark_frontend::translate::{Input, Translator};
use proofmark_frontend::LoadError;

/// One line for each decision: variables in memory, maps, and what a write makes unknown.
///
/// # Errors
/// Never: `load_routines` wants a function that may fail.
pub fn plan(translator: &mut Translator<'_>, _entry: u32) -> Result<String, LoadError> {
    let Input {
        program,
        code,
        plan,
        ..
    } = translator.input();
    let mut lines = variables(plan, program, code);
    let types = &program.types;
    let maps = plan.maps.iter();
    lines.extend(maps.map(|(key, element)| format!("{}: {element}", key.name(types))));
    for (key, others) in &plan.overlaps {
        let others: Vec<String> = others.iter().map(|k| k.name(types)).collect();
        lines.push(format!("{} changes {}", key.name(types), others.join(", ")));
    }
    for (record, others) in &plan.padding {
        let others: Vec<String> = others.iter().map(|k| k.name(types)).collect();
        let record = types.record(*record).map_or("?", |r| r.name.as_str());
        lines.push(format!("padding of {record} changes {}", others.join(", ")));
    }
    if plan.is_bytes() {
        lines.push("memory is made of bytes".to_owned());
    } else if plan.characters_pun() {
        lines.push("characters are bytes of anything".to_owned());
    }
    Ok(lines.iter().map(|line| format!("{line}\n")).collect())
}

/// The variables that live in memory.
fn variables(plan: &Plan, program: &Program, code: &Code) -> Vec<String> {
    let mut lines = Vec::new();
    for g in &plan.reached.globals {
        let Some(global) = program.global(*g) else {
            continue;
        };
        if plan.in_memory(program, Variable::Global(*g), &global.ty.ty) {
            lines.push(format!("{} in memory", global.name));
        }
    }
    for (owner, body) in plan.reached.bodies(code) {
        let Owner::Function(f) = owner else { continue };
        let function = program.function(f);
        let function = function.map_or("?", |f| f.name.as_str());
        let locals = body.locals.iter().zip(0u32..);
        for (local, index) in locals.filter(|(l, _)| l.role.is_declared()) {
            if plan.in_memory(program, Variable::Local(owner, index), &local.ty.ty) {
                lines.push(format!("{function}::{} in memory", local.name));
            }
        }
    }
    lines
}
