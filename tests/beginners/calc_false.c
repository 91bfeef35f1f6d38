#include <assert.h>
int __VERIFIER_nondet_int(void);
int eval(char op, int a, int b) {
    switch (op) { case '+': return a + b; case '-': return a - b; case '*': return a * b; case '/': return b ? a / b : 0; default: return 0; }
}
int main(void) {
    int a = __VERIFIER_nondet_int();
    assert(eval('+', 2, 3) == 5); assert(eval('*', 4, 5) == 20);
    if (a > -1000 && a < 1000) assert(eval('-', eval('+', a, 3), 3) == a);
    assert(eval('/', a, 2) == a);
    return 0;
}
