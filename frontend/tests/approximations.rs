//! Which unknown values of an automaton are inputs, and which ones stand for something that the
//! program determines.

use proofmark_frontend::{load_text, Options};
use proofmark_logic::cfa::{StmtKind, VarSort};
use proofmark_logic::types::Profile;

/// Whether the havocs of memories on a line are inputs: those of the program's own memories, and
/// those of the memories with which objects begin.
fn inputs(text: &str, line: u32) -> [Vec<bool>; 2] {
    let options = Options::new(Profile::Lp64);
    let program = load_text("driver.c", text, &options).unwrap_or_else(|e| panic!("{e}"));
    let mut found = [Vec::new(), Vec::new()];
    let stmts = program.cfa.edges.iter().flat_map(|edge| &edge.stmts);
    for stmt in stmts.filter(|stmt| stmt.pos.line == line) {
        let StmtKind::Havoc { var } = stmt.kind else {
            continue;
        };
        let decl = &program.cfa.vars[var.0 as usize];
        if let VarSort::Map(_) = decl.sort {
            let own = decl.name.starts_with("mem ");
            let input = program.approximations.of(stmt, decl.sort).is_none();
            found[usize::from(!own)].push(input);
        }
    }
    found
}

#[test]
fn what_objects_begin_with_is_an_input_beside_approximations() {
    let text = "extern void __VERIFIER_error(void);
        union request { short *buffer; long long when; } requests[8];
        struct device { short *buffers[40]; short state[40]; };
        short *either(short **p, short **q, int which) { return which ? *p : *q; }
        int main(int i, char **names) {
            requests[i & 7].when = i;
            struct device d;
            if (d.state[5] == 3 && *either(d.buffers, &requests[i & 3].buffer, i) == 9
                    && requests[i & 6].when)
                __VERIFIER_error();
            return 0;
        }";
    let [own, begins] = inputs(text, 7);
    assert!(own.contains(&false), "the other member's memory: {own:?}");
    assert_eq!(begins, [true, true], "pointers and numbers");
}
