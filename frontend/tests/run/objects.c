// Self-checking: runs in the interpreter and under gcc, in both profiles.
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

struct point { int x, y; };
struct line { struct point a, b; int tag[2]; };
static struct line global = {{1, 2}, {3}, .tag = {[1] = 9}};
static struct point mk(int x, int y) { struct point p = {x, y}; return p; }
static int sum(struct line l) { l.a.x += 100; return l.a.x + l.a.y + l.b.x + l.b.y; }
static int tally(int *a, int n) { int s = 0; while (n--) s += *a++; return s; }
static int *pick(struct line *l, int which) { return which ? &l->a.x : &l->b.y; }
int once(void) { static int n = 40; return ++n; }
union word { unsigned u; struct { unsigned short lo, hi; } h; };
int main(void) {
  CHECK(global.b.x == 3 && global.b.y == 0 && global.tag[0] == 0 && global.tag[1] == 9);
  struct line l = global, *p = &l;
  CHECK(sum(l) == 106 && l.a.x == 1);
  l.b = mk(7, 8); CHECK(p->b.x == 7 && mk(4, 5).y == 5);
  *pick(p, 1) = 50; *pick(&l, 0) += 2; CHECK(l.a.x == 50 && l.b.y == 10);
  struct line m; m = *p; p->a.x = 0; CHECK(m.a.x == 50 && l.a.x == 0);
  int a[4] = {1, 2, 3, 4}; CHECK(tally(a, 4) == 10 && tally(a + 1, 2) == 5 && &a[3] - a == 3 && *(a + 2) == 3);
  int g[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = g + 1; CHECK((*row)[1] == 5 && g[1][2] == 6 && row[-1][0] == 1);
  CHECK(once() == 41 && once() == 42);
  struct point *q = &(struct point){.y = 6}; CHECK(q->x == 0 && q->y == 6);
  __builtin_memset(&l, 0, sizeof l); CHECK(l.b.x == 0 && l.tag[1] == 0);
  __builtin_memcpy(&l, &m, sizeof l); CHECK(l.a.x == 50);
  char s[] = "hey"; CHECK(sizeof s == 4 && s[0] == 'h' && s[3] == 0);
  struct { unsigned a : 3; int b : 4; _Bool c : 1; } f = {9, 7, 2}; CHECK(f.a == 1 && f.b == 7 && f.c == 1);
  f.b += 1; f.a--; f.a--; CHECK(f.b == -8 && f.a == 7 && f.a - 8 < 0);
  int (*fp)(int *, int) = tally; CHECK(fp(a, 2) == 3 && (*fp)(a, 1) == 1);
  struct point *c = (struct point *)((char *)&l.b.y - __builtin_offsetof(struct point, y)); CHECK(c == &l.b);
  return 0;
}
