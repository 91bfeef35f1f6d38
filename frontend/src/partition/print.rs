//! A plan as text: for tests and for those who look for the cause of an unknown value.

use super::{Owner, Plan, Variable};
use crate::flatten::Code;
use crate::ir::Program;

impl Plan {
    /// One line for each decision: variables in memory, maps, and what a write makes unknown.
    pub fn print(&self, program: &Program, code: &Code) -> String {
        let mut lines = self.variables(program, code);
        let types = &program.types;
        let maps = self.maps.iter();
        lines.extend(maps.map(|(key, element)| format!("{}: {element}", key.name(types))));
        for (key, others) in &self.overlaps {
            let others: Vec<String> = others.iter().map(|k| k.name(types)).collect();
            lines.push(format!("{} changes {}", key.name(types), others.join(", ")));
        }
        for (record, others) in &self.padding {
            let others: Vec<String> = others.iter().map(|k| k.name(types)).collect();
            let record = types.record(*record).map_or("?", |r| r.name.as_str());
            lines.push(format!("padding of {record} changes {}", others.join(", ")));
        }
        if self.characters_pun() {
            lines.push("characters are bytes of anything".to_owned());
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The variables that live in memory.
    fn variables(&self, program: &Program, code: &Code) -> Vec<String> {
        let mut lines = Vec::new();
        for g in &self.reached.globals {
            let Some(global) = program.global(*g) else {
                continue;
            };
            if self.in_memory(program, Variable::Global(*g), &global.ty.ty) {
                lines.push(format!("{} in memory", global.name));
            }
        }
        for (owner, body) in self.reached.bodies(code) {
            let Owner::Function(f) = owner else { continue };
            let function = program.function(f);
            let function = function.map_or("?", |f| f.name.as_str());
            let locals = body.locals.iter().zip(0u32..);
            for (local, index) in locals.filter(|(l, _)| l.role.is_declared()) {
                if self.in_memory(program, Variable::Local(owner, index), &local.ty.ty) {
                    lines.push(format!("{function}::{} in memory", local.name));
                }
            }
        }
        lines
    }
}
