//! Which unknown values of an automaton are inputs, and which ones stand for something that the
//! program determines.

use proofmark_frontend::{load_text, Options};
use proofmark_logic::cfa::{StmtKind, VarSort};
use proofmark_logic::types::Profile;

/// How many memories that become unknown on a line are inputs, and how many are approximations.
fn inputs(text: &str, line: u32) -> [usize; 2] {
    let options = Options::new(Profile::Lp64);
    let program = load_text("driver.c", text, &options).unwrap_or_else(|e| panic!("{e}"));
    let mut found = [0, 0];
    let stmts = program.cfa.edges.iter().flat_map(|edge| &edge.stmts);
    for stmt in stmts.filter(|stmt| stmt.pos.line == line) {
        let StmtKind::Havoc { var } = stmt.kind else {
            continue;
        };
        let decl = &program.cfa.vars[var.0 as usize];
        if let VarSort::Map(_) = decl.sort {
            let input = program.approximations.of(stmt, decl.sort).is_none();
            found[usize::from(!input)] += 1;
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
    let [begins, others] = inputs(text, 7);
    assert_eq!(begins, 2, "pointers and numbers");
    assert_eq!(others, 1, "the other member's memory");
}
