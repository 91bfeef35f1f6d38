// routine: routine main
// routine:   declares:
// routine:     declare return
// routine:   does:
// routine:     indeterminate return
// routine:     havoc return
// routine:     location q2
// routine:     location q3
// routine:     use got
// routine:     if got == 0 goto q3 else q2
// routine:     stop
// routine:     at q2
// routine:     return := -1
// routine:     goto the exit
// routine:     location q4
// routine:     goto q4
// routine:     at q3
// routine:     at q4
// routine:     got := 1
// routine:   as a procedure, last:
// routine:     main::result := return
/* gcc's brace returns 0 from an `int` only: an enumeration is another type. */
enum e { A = -1 };
int got;
enum e main(void) {
    if (got)
        return A;
    got = 1;
}
