/* A machine's counts differ by at most one, in each of its states. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum state { IDLE, RUN, STOP };
int main(void)
{
    enum state state = IDLE;
    int starts = 0, stops = 0;
    for (int i = 0; i < 12; i++) {
        int event = __VERIFIER_nondet_int();
        switch (state) {
        case IDLE:
            if (event == 1) {
                state = RUN;
                starts++;
            }
            break;
        case RUN:
            if (event == 2) {
                state = STOP;
                stops++;
            }
            break;
        case STOP:
            if (event == 3)
                state = IDLE;
            break;
        }
    }
    if (starts - stops > 1)
        reach_error();
    return 0;
}
