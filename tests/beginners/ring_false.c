#include <assert.h>
int __VERIFIER_nondet_int(void);
#define N 8
int buf[N]; unsigned head, tail, used;
int put(int x) { if (used == N) return 0; buf[head] = x; head = (head + 1) % N; used++; return 1; }
int get(int *x) { if (used == 0) return 0; *x = buf[tail]; tail = (tail + 1) % N; used--; return 1; }
int main(void) {
    int x;
    for (;;) {
        int c = __VERIFIER_nondet_int();
        if (c == 0) break;
        if (c > 0) put(c); else get(&x);
        assert(head < N && tail < N && used < N);
    }
    return 0;
}
