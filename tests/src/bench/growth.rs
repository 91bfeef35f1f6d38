//! Drivers of any size: how effort and certificates grow with the program alone.

use std::fmt::Write;

/// A driver with so many dispatch routines: each takes the device's lock where its request needs
/// it, and lets it go on the way out. It is safe.
pub fn driver(routines: usize) -> String {
    let mut out = String::from(
        "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\nstruct device { int opened, errors; };\n\nstatic int held;\n\n\
         static void acquire(void) {\n  if (held)\n    reach_error();\n  held = 1;\n}\n\n\
         static void release(void) {\n  if (!held)\n    reach_error();\n  held = 0;\n}\n",
    );
    for n in 0..routines {
        let _ = write!(
            out,
            "\nstatic int dispatch_{n}(struct device *device, int code) {{\n  int status = 0, locked = 0;\n  if (code > {n}) {{\n    acquire();\n    locked = 1;\n    \
             device->opened++;\n  }}\n  if (__VERIFIER_nondet_int())\n    status = -{};\n  if (locked)\n    release();\n  if (status)\n    device->errors++;\n  \
             return status;\n}}\n",
            n + 1
        );
    }
    out.push_str("\nint main(void) {\n  struct device device = { 0, 0 };\n  while (__VERIFIER_nondet_int()) {\n    int code = __VERIFIER_nondet_int();\n    switch (__VERIFIER_nondet_int()) {\n");
    for n in 0..routines {
        let _ = writeln!(
            out,
            "    case {n}:\n      dispatch_{n}(&device, code);\n      break;"
        );
    }
    out.push_str("    }\n  }\n  return 0;\n}\n");
    out
}

/// The sizes up to a largest: 10, 20, 40, …
pub fn sizes(largest: usize) -> Vec<usize> {
    std::iter::successors(Some(10usize), |n| n.checked_mul(2))
        .take_while(|n| *n <= largest)
        .collect()
}
