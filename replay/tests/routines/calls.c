// A call names what stands for the parameter and the result; it says what is done for a copy, and
// what for a procedure.
// routine: routine main
// routine:   declares:
// routine:     declare y
// routine:     declare return
// routine:   does:
// routine:     indeterminate return
// routine:     havoc return
// routine:     indeterminate y
// routine:     havoc y
// routine:     call 0 with x, $
// routine:       of a copy:
// routine:         x := 2
// routine:       of a procedure, before:
// routine:         next::argument.x := 2
// routine:       of a procedure, after:
// routine:         declare $
// routine:         havoc $
// routine:         $ := next::result
// routine:     y := $
// routine:     call 0 with x, $
// routine:       of a copy:
// routine:         x := y
// routine:       of a procedure, before:
// routine:         next::argument.x := y
// routine:       of a procedure, after:
// routine:         declare $
// routine:         havoc $
// routine:         $ := next::result
// routine:     return := $
// routine:     goto the exit
// routine:     return := 0
// routine:   as a procedure, last:
// routine:     main::result := return
// routine: routine next
// routine:   declares:
// routine:     declare x
// routine:     declare return
// routine:   does:
// routine:     indeterminate return
// routine:     havoc return
// routine:     return := wrap(s32, x + 1)
// routine:     goto the exit
// routine:   as a procedure, first:
// routine:     x := next::argument.x
// routine:   as a procedure, last:
// routine:     next::result := return
static int next(int x) { return x + 1; }
int main(void) {
    int y = next(2);
    return next(y);
}
