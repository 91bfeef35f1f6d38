/* A start is forgotten when it is the fifth. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
enum { IDLE, RUNNING, STOPPED };
int main(void) {
    int state = IDLE, starts = 0, stops = 0;
    while (__VERIFIER_nondet_int()) {
        switch (state) {
        case IDLE:
            if (__VERIFIER_nondet_int()) {
                state = RUNNING;
                if (starts < 4) starts++;
            }
            break;
        case RUNNING:
            if (__VERIFIER_nondet_int()) {
                state = STOPPED;
                stops++;
            }
            break;
        case STOPPED:
            state = IDLE;
            break;
        }
        if (starts - stops != (state == RUNNING)) reach_error();
    }
    return 0;
}
