// What is allocated and freed is said; where it may lie is not yet known.
// routine: routine main
// routine:   declares:
// routine:     declare p
// routine:     declare n
// routine:     declare $size
// routine:     declare row
// routine:     declare return
// routine:   does:
// routine:     indeterminate return
// routine:     havoc return
// routine:     indeterminate p
// routine:     havoc p
// routine:     allocate
// routine:     declare $
// routine:     havoc $
// routine:     block of 3 bytes at $, until Free
// routine:     p := $
// routine:     indeterminate n
// routine:     havoc n
// routine:     location q2
// routine:     location q3
// routine:     if p == 0 goto q3 else q2
// routine:     location q4
// routine:     declare $
// routine:     at q2
// routine:     $ := 1
// routine:     goto q4, at q3
// routine:     $ := 0
// routine:     at q4
// routine:     n := wrap(u32, $)
// routine:     indeterminate $size
// routine:     havoc $size
// routine:     $size := n * 1
// routine:     indeterminate row
// routine:     havoc row
// routine:     allocate
// routine:     declare $
// routine:     havoc $
// routine:     check 1 <= $size: in-bounds
// routine:     check $size <= 9223372036854775807: in-bounds
// routine:     [$size <= 9223372036854775807]
// routine:     block of $size bytes at $, until Scope
// routine:     row := $
// routine:     check 1 <= row: in-bounds
// routine:     mem int8 := mem int8[row := 1]
// routine:     free p
// routine:     return := 0
// routine:     goto the exit
// routine:     return := 0
// routine:   as a procedure, last:
// routine:     main::result := return
typedef unsigned long size_t;
void *malloc(size_t size);
void free(void *block);
int main(void) {
    char *p = malloc(3);
    unsigned n = p != 0;
    char row[n];
    row[0] = 1;
    free(p);
    return 0;
}
