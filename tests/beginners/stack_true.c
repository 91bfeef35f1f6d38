#include <assert.h>
int __VERIFIER_nondet_int(void);
int stack[10]; int sp = 0;
void push(int x) { if (sp < 10) stack[sp++] = x; }
int pop(void) { if (sp > 0) return stack[--sp]; return -1; }
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    push(x); push(y);
    assert(pop() == y);
    assert(pop() == x);
    assert(sp == 0);
    return 0;
}
