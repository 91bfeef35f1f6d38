// A call through a pointer has a case for each function that it may point to.
// routine: routine main
// routine:   declares:
// routine:     declare argc
// routine:     declare argv
// routine:     declare f
// routine:     declare return
// routine:   does:
// routine:     indeterminate return
// routine:     havoc return
// routine:     indeterminate f
// routine:     havoc f
// routine:     location q2
// routine:     location q3
// routine:     if argc <= 1 goto q3 else q2
// routine:     stop
// routine:     at q2
// routine:     declare $
// routine:     use &some()
// routine:     $ := &some()
// routine:     location q4
// routine:     goto q4
// routine:     at q3
// routine:     use &none()
// routine:     $ := &none()
// routine:     at q4
// routine:     f := $
// routine:     let $ = f
// routine:     declare $
// routine:     $ := argc
// routine:     location q5
// routine:     select $
// routine:       case:
// routine:         location q6
// routine:         location q7
// routine:         if $ == &none() goto q6 else q7
// routine:         at q6
// routine:       call:
// routine:         call 0 with x
// routine:           of a copy:
// routine:             x := $
// routine:           of a procedure, before:
// routine:             none::argument.x := $
// routine:         goto q5, at q7
// routine:       case:
// routine:         location q8
// routine:         location q9
// routine:         if $ == &some() goto q8 else q9
// routine:         at q8
// routine:       call:
// routine:         call 1 with x
// routine:           of a copy:
// routine:             x := $
// routine:           of a procedure, before:
// routine:             some::argument.x := $
// routine:         goto q5, at q9
// routine:       otherwise:
// routine:         given $ != 0
// routine:         free any block
// routine:         at q5
// routine:     use ran
// routine:     return := ran
// routine:     goto the exit
// routine:     return := 0
// routine:   as a procedure, first:
// routine:     argc := main::argument.argc
// routine:     argv := main::argument.argv
// routine:   as a procedure, last:
// routine:     main::result := return
// routine: routine none
// routine:   declares:
// routine:     declare x
// routine:   as a procedure, first:
// routine:     x := none::argument.x
// routine: routine some
// routine:   declares:
// routine:     declare x
// routine:   does:
// routine:     use ran
// routine:     ran := x
// routine:   as a procedure, first:
// routine:     x := some::argument.x
static void none(int x) { (void)x; }
static int ran;
static void some(int x) { ran = x; }
int main(int argc, char **argv) {
    void (*f)(int) = argc > 1 ? some : none;
    f(argc);
    return ran;
}
