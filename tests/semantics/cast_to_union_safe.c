// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
typedef struct {
    short a, b;
} pair;
typedef union {
    int number;
    unsigned char byte;
    float real;
    pair both;
    int *place;
    const char *text;
    unsigned bits : 4;
} any;
static int calls;
static unsigned char next(void) {
    return ++calls;
}
static int sum(any one) {
    return one.byte;
}
// The member whose type is exactly the value's is set (gcc manual, "Cast to a Union Type").
int main(void) {
    int n = __VERIFIER_nondet_int();
    any a = (any)n, b = (any)(float)2.5f, c = (any)&n;
    pair two = {1, 2};
    any d = (any)two;
    if (n == 3 && a.number != n && ((any)n).both.a == 3 && b.real == 2.5f && *c.place == 3 &&
        d.both.b == 2 && d.number == 0x20001 && sum((any)next()) == 1 && calls == 1 &&
        ((any)(const char *)"ab").text[1] == 'b' && ((any)(unsigned char)n).byte == 3)
        reach_error();
    return 0;
}
