/* A state behind a pointer, from a table at an index of it and an input. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct fsm { unsigned state; unsigned n; };
static const unsigned char next[6] = {1,0,2,0,2,1};
static void ev(struct fsm *m, unsigned e){ m->state = next[m->state*2+(e & 1)];  if (m->state > 2) reach_error(); }
int main(void){ struct fsm m = {0,0}; while (__VERIFIER_nondet_uint() % 7) ev(&m, __VERIFIER_nondet_uint()); }
