// A record is copied part by part, and its parts in memory have maps.
// routine: routine main
// routine:   declares:
// routine:     declare &p
// routine:     declare q
// routine:     declare return
// routine:   does:
// routine:     indeterminate return
// routine:     havoc return
// routine:     mem pair.a := mem pair.a[&p := 1]
// routine:     mem pair.b := mem pair.b[&p + 4 := 2]
// routine:     indeterminate q
// routine:     havoc q
// routine:     q := &p
// routine:     check 1 <= q: in-bounds
// routine:     follow q
// routine:     mem pair.b := mem pair.b[wrap(u64, q + 4) := 3]
// routine:     check 1 <= q: in-bounds
// routine:     call 0 with p.a, p.b, $
// routine:       of a copy:
// routine:         declare $
// routine:         $ := q
// routine:         p.a := mem pair.a[$]
// routine:         p.b := mem pair.b[wrap(u64, $ + 4)]
// routine:       of a procedure, before:
// routine:         declare $
// routine:         $ := q
// routine:         sum::argument.p.a := mem pair.a[$]
// routine:         sum::argument.p.b := mem pair.b[wrap(u64, $ + 4)]
// routine:       of a procedure, after:
// routine:         declare $
// routine:         havoc $
// routine:         $ := sum::result
// routine:     return := $
// routine:     goto the exit
// routine:     return := 0
// routine:   as a procedure, last:
// routine:     main::result := return
// routine: routine sum
// routine:   declares:
// routine:     declare p.a
// routine:     declare p.b
// routine:     declare return
// routine:   does:
// routine:     indeterminate return
// routine:     havoc return
// routine:     return := wrap(s32, p.a + p.b)
// routine:     goto the exit
// routine:   as a procedure, first:
// routine:     p.a := sum::argument.p.a
// routine:     p.b := sum::argument.p.b
// routine:   as a procedure, last:
// routine:     sum::result := return
struct pair { int a; int b; };
static int sum(struct pair p) { return p.a + p.b; }
int main(void) {
    struct pair p = { 1, 2 };
    struct pair *q = &p;
    q->b = 3;
    return sum(*q);
}
