/* What is taken away does not have the flag. */
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void){ unsigned m = __VERIFIER_nondet_uint(), d = __VERIFIER_nondet_uint(); if (m & 0x100) return 0; if (!(d & 0x100)) return 0; if (!((d & ~m) & 0x100)) reach_error(); }
