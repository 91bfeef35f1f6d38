// inputs:
// Of several alignments of a type the last counts (gcc).
extern void reach_error(void);

typedef int last __attribute__((aligned(16), aligned(4)));
struct S { char c; last q; };

int main(void) {
    if (sizeof(struct S) == 8) return 0;
    reach_error();
    return 1;
}
