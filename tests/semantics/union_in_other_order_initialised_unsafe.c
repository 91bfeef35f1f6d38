// inputs:
// after: units/union_order.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

union tagged { int i; char c[4]; short s; };
typedef union { int i; short s; } untagged;
struct with { int kind; untagged u; };
extern union tagged first;
extern untagged second;
int read_short(struct with *w);
void write_int(struct with *w);
static struct with own;
int main(void) {
    check(first.s == 0 || second.s == 0);
    return 0;
}
