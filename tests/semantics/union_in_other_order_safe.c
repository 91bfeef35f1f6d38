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
    own.u.s = 5;
    int v = read_short(&own);
    write_int(&own);
    check(v == 5 && own.u.i == 9);
    return 0;
}
