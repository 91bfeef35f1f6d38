/* A limit is in a member, and compared with a smaller number. */
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
struct q { int cnt, max; };
static void q_add(struct q *q){ if (q->cnt < q->max) q->cnt++; }
int main(void){ struct q rx = { 0, 3 }; while (__VERIFIER_nondet_int()) q_add(&rx); if (rx.cnt >= 3) reach_error(); }
