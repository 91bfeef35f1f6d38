/* What is left and what is done make up three. */
extern void reach_error(void); extern unsigned nondet(void);
struct req { unsigned total, done, left; } r;
static void start(struct req *q, unsigned n){ q->total = n; q->done = 0; q->left = n; }
static void step(struct req *q){ unsigned n = nondet(); if (n > q->left) n = q->left; q->left -= n; q->done += n; }
int main(void){ start(&r, nondet() & 0xffff);
 while (r.left) step(&r);
 if (r.done == r.total && r.total == 3) reach_error();
 return 0; }
