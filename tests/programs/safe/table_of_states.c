/* A state machine from a table: what it holds matters at an index that is only known to be in it. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
enum state { IDLE, RUN, STOP, STATES };
static enum state next[STATES][2] = { { RUN, IDLE }, { STOP, RUN }, { IDLE, STOP } };
int main(void)
{
    enum state s = IDLE;
    for (;;) {
        unsigned event = __VERIFIER_nondet_uint();
        if (event > 1)
            return 0;
        s = next[s][event];
        if (s >= STATES)
            reach_error();
    }
}
