/* A state machine from a table, whose state lies behind a pointer: what the pointer holds counts. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static const unsigned char next[4][2] = { { 0, 1 }, { 2, 1 }, { 2, 3 }, { 0, 3 } };
static void step(unsigned char *state, int event)
{
    *state = next[*state][event & 1];
}
int main(void)
{
    unsigned char state = 0;
    unsigned char *kept = &state;
    while (__VERIFIER_nondet_int()) {
        step(kept, __VERIFIER_nondet_int());
        if (state > 3)
            reach_error();
    }
    return 0;
}
