//! Generated drivers that answer one request.

use std::fmt::Write;

/// A driver with so many requests. Each may take the device's lock, and what a request has taken is
/// given back on the one way out that all share. It is safe.
pub fn driver(requests: usize) -> String {
    let mut out = String::from(
        "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\n\
         struct device { int opened, errors; };\n\nstatic int held;\n\n\
         static void acquire(void) {\n  if (held)\n    reach_error();\n  held = 1;\n}\n\n\
         static void release(void) {\n  if (!held)\n    reach_error();\n  held = 0;\n}\n",
    );
    for n in 0..requests {
        let _ = write!(
            out,
            "\nstatic int kept_{n};\n\n\
             static int dispatch_{n}(struct device *device, int code) {{\n  int status = 0;\n  \
             if (code > {n}) {{\n    acquire();\n    kept_{n} = 1;\n    device->opened++;\n  }}\n  \
             if (__VERIFIER_nondet_int())\n    status = -{};\n  if (status)\n    \
             device->errors++;\n  return status;\n}}\n",
            n + 1
        );
    }
    out.push_str(
        "\nint main(void) {\n  struct device device = { 0, 0 };\n  \
         int request = __VERIFIER_nondet_int(), code = __VERIFIER_nondet_int(), status = 0;\n  \
         switch (request) {\n",
    );
    for n in 0..requests {
        let _ = writeln!(
            out,
            "  case {n}:\n    status = dispatch_{n}(&device, code);\n    break;"
        );
    }
    out.push_str("  }\n  switch (request) {\n");
    for n in 0..requests {
        let _ = writeln!(
            out,
            "  case {n}:\n    if (kept_{n})\n      release();\n    break;"
        );
    }
    out.push_str("  }\n  if (held)\n    reach_error();\n  return status;\n}\n");
    out
}
