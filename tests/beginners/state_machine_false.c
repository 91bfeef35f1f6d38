#include <assert.h>
int __VERIFIER_nondet_int(void);
enum state { IDLE, RUN, STOP };
int main(void) {
    enum state s = IDLE;
    int starts = 0, stops = 0;
    for (int i = 0; i < 20; i++) {
        int e = __VERIFIER_nondet_int();
        switch (s) {
        case IDLE: if (e == 1) { s = RUN; starts++; } break;
        case RUN: if (e == 2) { s = STOP; stops++; } break;
        case STOP: if (e == 3) s = IDLE; break;
        }
    }
    assert(starts - stops == 0 || starts - stops == 2);
    return 0;
}
