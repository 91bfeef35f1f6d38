// Each relation, on a few lines. The answers are in relations.txt.
struct point { int x, y; };
extern int input(void);
extern void note(const char *text, struct point *at);
static int count, table[4];

static int twice(int n) { return 2 * n; }
static int thrice(int n) {
  if (n == 0)
    return 0;
  n = n + 2 * n;
  return n;
}

static void store(struct point *p, int i) {
  p->x = i; p->y = table[i] - 1;
  table[i] = p->x << 2;
  *(&table[1]) = (count + 1) * 3;
}

int main(void) {
  int (*f)(int) = input() > 3 ? twice : thrice;
  struct point here = {1};
  static int calls = 0;
again:
  count += f(count);
  f(7);
  switch (count & 3) {
  case 0:
    goto again;
  case 1:
    note("one \"quoted\"", &here);
    break;
  default:;
  }
  while (calls++ < 3 && !table[0])
    store(&here, -calls);
  __asm__("" : "=r"(count));
out:
  return here.x ? twice(count) : ~calls;
}

int *last = &table[3];
struct operations { const char *name; int (*run)(int); } operations = {"one", thrice};
