/* The other flag is set. */
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
static unsigned d; int main(void){ while (__VERIFIER_nondet_int()) { unsigned m = __VERIFIER_nondet_uint(); if (m & 0x200) continue; d |= m; if (d & 0x100) reach_error(); } }
