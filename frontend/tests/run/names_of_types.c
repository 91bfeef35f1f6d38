// Self-checking: what begins with the name of a type in `typeof`, a declaration behind a label and
// `__extension__`, and aliases in front of what they stand for.
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
typedef struct pair { int a, b; } pair;
typedef int number;

extern int again __attribute__((alias("later")));
int other(void) __attribute__((alias("real")));

static number through(typeof(pair *) p, __typeof__(number *const *) q) { return p->b + **q; }

static int set(void) {
  again = 7;
  return again;
}

int later = 3;
int real(void) { return later; }

static int behind(int x) {
  if (x > 1) goto out;
  x = 5;
out: __extension__ number y = x;
  return y;
}

char truths[(_Bool)0.5 + 2 * (_Bool)0.0 + 4 * ((_Bool)1e-30 == 1)];

int main(void) {
  pair p = {1, 2};
  number n = 3, *const to = &n, m = 4, *times = &m;
  typeof(n * *times) product = n * *times;
  CHECK(through(&p, &to) == 5);
  CHECK(product == 12);
  CHECK(sizeof(typeof(pair *const *)) == sizeof(void *));
  CHECK(other() == 3 && later == 3);
  CHECK(set() == 7 && later == 7 && other() == 7);
  CHECK(behind(1) == 5 && behind(2) == 2);
  CHECK(sizeof truths == 5);
  return 0;
}
