// Conditions are branches on atoms; there is a location only where ways meet.
// routine: routine main
// routine:   declares:
// routine:     declare n
// routine:     declare return
// routine:   does:
// routine:     indeterminate return
// routine:     havoc return
// routine:     indeterminate n
// routine:     havoc n
// routine:     declare $
// routine:     havoc $
// routine:     n := $
// routine:     location q2
// routine:     at q2
// routine:     location q3
// routine:     location q4
// routine:     if n <= 0 goto q4 else q3
// routine:     stop
// routine:     at q3
// routine:     location q5
// routine:     location q6
// routine:     if n == 5 goto q5 else q6
// routine:     stop
// routine:     at q5
// routine:     goto q4
// routine:     location q7
// routine:     goto q7
// routine:     at q6
// routine:     at q7
// routine:     n := wrap(s32, n - 1)
// routine:     goto q2
// routine:     at q4
// routine:     return := n
// routine:     goto the exit
// routine:     return := 0
// routine:   as a procedure, last:
// routine:     main::result := return
int nondet(void);
int main(void) {
    int n = nondet();
    while (n > 0) {
        if (n == 5)
            break;
        n--;
    }
    return n;
}
