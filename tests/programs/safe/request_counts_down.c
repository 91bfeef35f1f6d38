/* What is left and what is done make up the whole, of which only the range is known. */
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
struct req { unsigned total, done, left; } r;
static void start(struct req *q, unsigned n){ q->total = n; q->done = 0; q->left = n; }
static void step(struct req *q){ unsigned n = __VERIFIER_nondet_uint(); if (n > q->left) n = q->left; q->left -= n; q->done += n; }
int main(void){ start(&r, __VERIFIER_nondet_uint() & 0xffff);
 while (r.left) step(&r);
 if (r.done != r.total) reach_error();
 return 0; }
