// Statements of many forms, generated: each is matched by the pattern behind it, which is written
// like it, or like what it is simplified to.
enum color { RED, GREEN = 5 };
struct s {
  int v;
  int n[2];
  struct s *next;
  struct { int w; };
  unsigned bf : 3;
  union { int x; char y[4]; } un;
  _Bool fl;
  short sh;
  int mm[2][2];
  int *ip;
};
typedef struct s S;
typedef int T;
typedef T A3[3];
int g1(int);
int g2(int, int *);
void gv(void *);
int gs(struct s *);
long gl(long, char);
int ga(int (*)[3]);
void gd(double);
int gp(int **);
void gn(void);
int gu(unsigned char);
int gi, garr[4];
static int gst;
volatile int vo;
int *gp0;
struct s gt, *gsp;
A3 ga3;
const int ci = 3;
unsigned char guc;
extern int ext;
extern int exa[];

int main(void) {
  int i = g1(0), j = g1(1), k = g1(2);
  unsigned u = g1(3);
  char c = g1(4);
  signed char sc = g1(5);
  unsigned char uc = g1(6);
  short h = g1(7);
  long l = g1(8);
  unsigned long ul = g1(9);
  _Bool b = g1(10);
  double d = g1(1);
  enum color e = RED;
  long long ll = g1(2);
  int a[4], m[2][3], *p = a, *p2 = a + 1, *pp[2], **q = pp, (*pm)[3] = m, va[j], vb[j][k];
  int (*pva)[j] = vb;
  int z3[2][2][2];
  struct s t, *s = &t, ts[3], *arr[2], tss[2][2];
  static int st;
  char *str = (char *)a;
  char ca[8];
  void *vp = a;
  A3 a3;
  const int *cp = a;
  int *const pc = a;
  struct s **ss = arr;
  int (*fp)(int) = g1;
  // forms
  fp = *g1; // fp = *g1
  fp = *fp; // fp = fp
  fp = **fp; // fp = *fp
  (*&gsp->fl) = s->v; // (*&gsp->fl) = s->v
  p += uc; // p = p + uc
  g2(!(*p), z3[(char)i][1]); // g2(!(*p), z3[(char)i][1])
  tss[0][2].bf = gs((struct s *)str); // tss[0][2].bf = gs((struct s *)str)
  gd(g2(ci, q[0])); // $? = g2(ci, q[0])
  if (gu(-1 | j)) i = 3; // $? = gu(-1 | j)
  (i)++; // i = (i) + 1
  h = z3[0][2][gi]; // h = z3[0][2][gi]
  fp = g1; // fp = g1
  2[m[0]] ^= GREEN % s->v; // 2[m[0]] = 2[m[0]] ^ (GREEN % s->v)
  (st)--; // st = st - 1
  ll = g1((_Bool)(!~ul)); // ll = g1((_Bool)(!~ul))
  (gu(va[-1 <= h])); // gu(va[-1 <= h])
  gn(); // gn()
  gd(1); // gd(1)
  *str = (long)t.v; // *str = (long)t.v
  gp(pp); // gp(pp)
  ({ gu(~(3u / 0x10)); }); // gu(~(3u / 0x10))
  (i)--; // i = i - 1
  (void)g1(!~(0x10 >> a[1])); // g1(!~(0x10 >> a[1]))
  (vo)--; // vo = vo - 1
  (j)--; // j = j - 1
  gi = -1; // gi = -1
  p += 1; // p = p + 1
  *(char *)(&u) = j; // *(char *)(&u) = j
  ({ g2(u > t.v, t.n); }); // g2(u > t.v, t.n)
  { T *zp = garr; }; // zp = garr
  k = gs(s->next) || i; // $? = gs(s->next)
  l = (0x10 <= 4L) + (0x10 | ci); // l = (0x10 <= 4L) + (0x10 | ci)
  *(*vb) = (p2 == q[0]) * 2; // *(*vb) = (p2 == q[0]) * 2
  gst = (enum color)(h ^ j); // gst = (enum color)(h ^ j)
  --(s->next->fl); // s->next->fl = s->next->fl - 1
  h = g2(u, va); // h = g2(u, va)
  while (vo && gs(&t)) ;; // $? = gs(&t)
  gp0 += 7; // gp0 = gp0 + 7
  ++(gst); // gst = gst + 1
  e = ga(&a3); // e = ga(&a3)
  str -= 2; // str = str - 2
  ((&t)->fl)++; // (&t)->fl = ((&t)->fl) + 1
  *p = 4L; // *p = 4L
  k = u ? g1(0x10) : 2; // $? = g1(0x10)
  l = j; // l = j
  if (gu((long)c)) i = 3; // $? = gu((long)c)
  if (vo) return g2(e, *pm); // $? = g2(e, *pm)
  --(*str); // *str = *str - 1
  gl(7 - uc, b); // gl(7 - uc, b)
  ts->v = ((char)uc) + (1 | 1); // ts->v = ((char)uc) + (1 | 1)
  st = gl((const int)j, ('a') > 4L); // st = gl((const int)j, ('a') > 4L)
  ts[1].v = (_Bool)(!~(*p)); // ts[1].v = (_Bool)(!~(*p))
  { T *zp = ga3; }; // zp = ga3
  gp(&p); // gp(&p)
  guc = (~GREEN) > (3u > GREEN); // guc = (~GREEN) > (3u > GREEN)
  vo = ((&t)->ip) != ((int *)vp); // vo = ((&t)->ip) != ((int *)vp)
  !gu((!~s->v) % 0); // $? = gu((!~s->v) % 0)
  st = 1; // st = 1
  gsp = &ts[1]; // gsp = &ts[1]
  g2((**q) >= (t.n < m[0]), **z3), i; // g2((**q) >= (t.n < m[0]), **z3)
  gs(ts); // gs(ts)
  (((char *)vp)[gi])--; // ((char *)vp)[gi] = ((char *)vp)[gi] - 1
  (z3[gi][b][0])--; // z3[gi][b][0] = z3[gi][b][0] - 1
  { int zz = 4L; }; // zz = 4L
  p -= j; // p = p - j
  t = *(tss[7 ^ c]); // t = *(tss[7 ^ c])
  (l)--; // l = l - 1
  ++((*q)[c]); // (*q)[c] = (*q)[c] + 1
  g1(s->v * j); // g1(s->v * j)
  *p = c; // *p = c
  (j)++; // j = (j) + 1
  ul += s->v; // ul = ul + s->v
  ++(ts[0].un.x); // ts[0].un.x = ts[0].un.x + 1
  ({ g2(!p, z3[RED][0]); }); // g2(!p, z3[RED][0])
  g1(3u); // g1(3u)
  z3[u][a[1]][s->v] = (m[0] != a) > t.n[gi]; // z3[u][a[1]][s->v] = (m[0] != a) > t.n[gi]
  h = (gu((long)(3u > 0x10)), 1); // gu((long)(3u > 0x10))
  t.v = gu(2); // t.v = gu(2)
  a[0] ^= l; // a[0] = a[0] ^ l
  str -= 0; // str = str - 0
  cp = z3[2][1]; // cp = z3[2][1]
  gp0 = z3[h][1]; // gp0 = z3[h][1]
  (ca[1])++; // ca[1] = (ca[1]) + 1
  { int zz = gu(*p); }; // zz = gu(*p)
  gu(4L ^ 2); // gu(4L ^ 2)
  ts[k].bf = !garr; // ts[k].bf = !garr
  (z3[0]['a'][0])--; // z3[0]['a'][0] = z3[0]['a'][0] - 1
  gd(g1(RED)); // $? = g1(RED)
  tss[j][2].un.x = (~(*p)) >> 3u; // tss[j][2].un.x = (~(*p)) >> 3u
  (gu(7)); // gu(7)
  --(z3[7[garr]][l][1]); // z3[7[garr]][l][1] = z3[7[garr]][l][1] - 1
  q[uc] += 1; // q[uc] = q[uc] + 1
  pm = m; // pm = m
  i = a[1]; // i = a[1]
  (&t)->v %= b; // (&t)->v = (&t)->v % b
  g1((p != 0) == (-1 <= t.v)); // g1((p != 0) == (-1 <= t.v))
  gi = g2(uc, q[0]); // gi = g2(uc, q[0])
  { T *zp = *z3[1]; }; // zp = *z3[1]
  ll = g1(4L >= ('a')) || i; // $? = g1(4L >= ('a'))
  (*&*p) = (*p) & ('a'); // (*&*p) = (*p) & ('a')
  vo = gp(&ts->ip); // vo = gp(&ts->ip)
  u += (*p) + 0; // u = u + ((*p) + 0)
  (*pm)[k] = 7; // (*pm)[k] = 7
  h = (int)g2(exa == p, pm[1]); // h = g2(exa == p, pm[1])
  (s->ip)++; // s->ip = (s->ip) + 1
  (void)g1(3u); // g1(3u)
  str[l] = (unsigned)c; // str[l] = (unsigned)c
  (2[t.n])++; // 2[t.n] = (2[t.n]) + 1
  (*&uc) = -1; // (*&uc) = -1
  b = gp(&q[0]); // b = gp(&q[0])
  gu(1); // gu(1)
  *(char *)t.n /= !~j; // *(char *)t.n = *(char *)t.n / (!~j)
  t.sh = !~(RED / 0x10); // t.sh = !~(RED / 0x10)
  a[j] = !exa; // a[j] = !exa
  i ^= j ^ ('a'); // i = i ^ (j ^ ('a'))
  gi = 4L; // gi = 4L
  (c)--; // c = c - 1
  gst = (p2 == 0) <= (3u < ci); // gst = (p2 == 0) <= (3u < ci)
  (*g1)(((char *)vp)[1]); // g1(((char *)vp)[1])
  gl(-3u, (t.v >> j) < 3u); // gl(-3u, (t.v >> j) < 3u)
  s->ip = p; // s->ip = p
  gd(g1(0)); // $? = g1(0)
  (void)g2((q[0] >= garr) | b, pva[2]); // g2((q[0] >= garr) | b, pva[2])
  { struct s zs = { .v = gu(2 >> t.v) }; }; // $? = gu(2 >> t.v)
  *ss = s; // *ss = s
  (*&z3[s->v][2][0]) = !~-1; // (*&z3[s->v][2][0]) = !~-1
  st = 2; // st = 2
  gv(&t.un); // gv(&t.un)
  s->v = 2 & s->v; // s->v = 2 & s->v
  gv(&gt); // gv(&gt)
  --(vo); // vo = vo - 1
  gi = g2(GREEN, va); // gi = g2(GREEN, va)
  (str)++; // str = (str) + 1
  g2(vo, arr[0]->ip); // g2(vo, arr[0]->ip)
  ca[1] = u ? g1((*tss[0]).bf) : 2; // $? = g1((*tss[0]).bf)
  !gs(ss[1]); // $? = gs(ss[1])
  gp(pp + i); // gp(pp + i)
  ((m[0] - 1u)[1])--; // (m[0] - 1u)[1] = (m[0] - 1u)[1] - 1
  h = 3u; // h = 3u
  s->v = !uc; // s->v = !uc
  vo = c; // vo = c
  l = u; // l = u
  gd(i); // gd(i)
  (z3[1][l][0])++; // z3[1][l][0] = (z3[1][l][0]) + 1
  gv(&m); // gv(&m)
  gu(ca[tss[uc][i].bf]); // gu(ca[tss[uc][i].bf])
  vo = u ? gu(s->v) : 2; // $? = gu(s->v)
  gu(l); // gu(l)
  j = l; // j = l
  ((char *)vp)[uc] = (int)gu(-(s->v * 1)); // ((char *)vp)[uc] = gu(-(s->v * 1))
  pm = m + (*s).un.x; // pm = m + (*s).un.x
  **q = s->v << 0; // **q = s->v << 0
  m[2][1] = 0x10; // m[2][1] = 0x10
  ++((ss[0 + 0])->v); // (ss[0 + 0])->v = (ss[0 + 0])->v + 1
  str -= uc; // str = str - uc
  (s + 2 - 1)->fl = z3[0][3u][0]; // (s + 2 - 1)->fl = z3[0][3u][0]
  { T *zp = p; }; // zp = p
  i = ((*ts).mm[0])[0]; // i = ((*ts).mm[0])[0]
  (*ss)->fl = ((&t)->un.y[0]) >> (~(*p)); // (*ss)->fl = ((&t)->un.y[0]) >> (~(*p))
  gsp = &tss[1][0]; // gsp = &tss[1][0]
  vb[1][2] = ('a') > (*p); // vb[1][2] = ('a') > (*p)
  gsp = s; // gsp = s
  g2((!p) > (uc >> e), *z3[(!va) % ((_Bool)b)]); // g2((!p) > (uc >> e), *z3[(!va) % ((_Bool)b)])
  s->next = gsp; // s->next = gsp
  --(*q); // *q = *q - 1
  e %= !pm[1]; // e = e % (!pm[1])
  !gu(2); // $? = gu(2)
  vo = ((char *)vp)[0]; // vo = ((char *)vp)[0]
  (q[0x1])++; // q[0x1] = (q[0x1]) + 1
  i = s->v; // i = s->v
  arr[j] = ss[i]; // arr[j] = ss[i]
  ++(ts[l].sh); // ts[l].sh = ts[l].sh + 1
  { int zz[2] = { g2('a', p2) }; }; // zz[0] = g2('a', p2)
  (*gs)(gsp); // gs(gsp)
  **q = gu(s->w); // **q = gu(s->w)
  e = (- -a[1]) > (!!3u); // e = (- -a[1]) > (!!3u)
  str[0] = (short)l; // str[0] = (short)l
  (*m)[*(char *)(0 + gp0)] = l[t.n]; // (*m)[*(char *)(0 + gp0)] = l[t.n]
  --(q[t.v]); // q[t.v] = q[t.v] - 1
  ll %= j; // ll = ll % j
  gi = (_Bool)gi; // gi = (_Bool)gi
  *p = ~((int)0x10); // *p = ~((int)0x10)
  gs(&ts[1]), i; // gs(&ts[1])
  { int zz = g2(3u, a); }; // zz = g2(3u, a)
  ca[ci + -1] = g1(exa >= ((*s).mm[t.v])); // ca[ci + -1] = g1(exa >= ((*s).mm[t.v]))
  (*q)++; // *q = (*q) + 1
  s->v = (&ts[1])->w; // s->v = (&ts[1])->w
  *q -= 7; // *q = *q - 7
  k = gs(s->next); // k = gs(s->next)
  guc = ts[0].ip != 0; // guc = ts[0].ip != 0
  g1(1L[va]), i; // g1(1L[va])
  ++(k); // k = k + 1
  ul = (unsigned long)gsp; // ul = (unsigned long)gsp
  --(s->ip); // s->ip = s->ip - 1
  s->mm[2][a[1]] = (gs(&tss[4L][gi]), 1); // gs(&tss[4L][gi])
  ({ gs(arr[1]); }); // gs(arr[1])
  (m[2][1])--; // m[2][1] = m[2][1] - 1
  (*&vo) = (*arr)->mm[c][q[0] < va]; // (*&vo) = (*arr)->mm[c][q[0] < va]
  ca[i + 0] = a[1]; // ca[i + 0] = a[1]
  --(j); // j = j - 1
  { int zz = a[1] + t.v; }; // zz = a[1] + t.v
  ++(vo); // vo = vo + 1
  !g1(l - -1); // $? = g1(l - -1)
  ((char *)vp)[l] = (long)('a'); // ((char *)vp)[l] = (long)('a')
  g1(- -guc); // g1(- -guc)
  *q -= 'a'; // *q = *q - ('a')
  gp0 -= t.v; // gp0 = gp0 - t.v
  gs(s->next), i; // gs(s->next)
  switch (g1(l * uc)) { default: ; }; // $? = g1(l * uc)
  { int zz = !i; }; // zz = !i
  l = (long)((int *)vp); // l = (long)((int *)vp)
  p = t.n; // p = t.n
  *p = (int)g2(u, garr); // *p = g2(u, garr)
  vo = ga(&*pm); // vo = ga(&*pm)
  vo = uc; // vo = uc
  l = (long)p; // l = (long)p
  switch (g2(!(RED == 0x10), *q)) { default: ; }; // $? = g2(!(RED == 0x10), *q)
  --(gst); // gst = gst - 1
  vo = t.v * l; // vo = t.v * l
  guc = (unsigned char)(0x10 + ('a')); // guc = (unsigned char)(0x10 + ('a'))
  ca[1u] = h != b; // ca[1u] = h != b
  gs((&t)->next); // gs((&t)->next)
  ({ g1((*p) >= a[1]); }); // g1((*p) >= a[1])
  *q = t.n; // *q = t.n
  *(*m) = j; // *(*m) = j
  (*arr)->w = g1(a[j]) || i; // $? = g1(a[j])
  e = u; // e = u
  j = gu(uc) || i; // $? = gu(uc)
  vo = 1; // vo = 1
  a[0] = gl(RED, RED); // a[0] = gl(RED, RED)
  { T *zp = (*ts).mm[uc]; }; // zp = (*ts).mm[uc]
  j &= 1; // j = j & 1
  b = (int)g1((*p) == -1); // b = g1((*p) == -1)
  i = (*q) != 0; // i = (*q) != 0
  { int zz[2] = { g2(gsp->w, pp[2]) }; }; // zz[0] = g2(gsp->w, pp[2])
  { T *zp = (garr - h); }; // zp = (garr - h)
  (*pm)[uc] = ci > GREEN; // (*pm)[uc] = ci > GREEN
  ++(ll); // ll = ll + 1
  gp(&gp0); // gp(&gp0)
  t.sh = gs(arr[(int)1]) + 1; // $? = gs(arr[(int)1])
  0x10[t.n] = 1; // 0x10[t.n] = 1
  s->fl = (l <= 7) >> (RED > t.v); // s->fl = (l <= 7) >> (RED > t.v)
  (*g1)(!((int *)str)); // g1(!((int *)str))
  for (; vo && g1(0x10 << t.v) < 2; ) ;; // $? = g1(0x10 << t.v)
  gd((double)i); // gd((double)i)
  gv(vp); // gv(vp)
  st = ga(&ga3); // st = ga(&ga3)
  gd(gs(&gt)); // $? = gs(&gt)
  (&ts[0x1])->un.y[(s + 0)->w] = 3u << 2; // (&ts[0x1])->un.y[(s + 0)->w] = 3u << 2
  vo *= !~u; // vo = vo * (!~u)
  --(a[0]); // a[0] = a[0] - 1
  c = (h << c) <= (+0); // c = (h << c) <= (+0)
  gs(s->next); // gs(s->next)
  --(t.v); // t.v = t.v - 1
  gd(g2(3u > RED, va)); // $? = g2(3u > RED, va)
  va[uc] = h; // va[uc] = h
  **q = gl(str[1], 7 | (!~t.v)); // **q = gl(str[1], 7 | (!~t.v))
  gu(((int)(s->v & ('a'))) | (((char *)vp)[k])); // gu(((int)(s->v & ('a'))) | (((char *)vp)[k]))
  p += RED; // p = p + RED
  ++(uc); // uc = uc + 1
  u = s->v; // u = s->v
  g2(b, pva[(int)1]), i; // g2(b, pva[(int)1])
  g1(l); // g1(l)
  gu(3u >> h); // gu(3u >> h)
  s->next = *ss; // s->next = *ss
  (k)--; // k = k - 1
  ++(u); // u = u + 1
  h = g2(((const int)RED) >= ((&ts[1])->v), p); // h = g2(((const int)RED) >= ((&ts[1])->v), p)
  *str = RED == b; // *str = RED == b
  st = 3u + (*p); // st = 3u + (*p)
  j <<= - -l; // j = j << (- -l)
  h = u - (*p); // h = u - (*p)
  gd(gu(u)); // $? = gu(u)
  (&t)->un.y[0] = c; // (&t)->un.y[0] = c
  (*s).v %= 0 >> ci; // (*s).v = (*s).v % (0 >> ci)
  gi = g1(b); // gi = g1(b)
  h = ((_Bool)0) | st; // h = ((_Bool)0) | st
  p -= 0; // p = p - 0
  (*s).v = (enum color)j; // (*s).v = (enum color)j
  { struct s zs = { .v = g1(s->v) }; }; // $? = g1(s->v)
  vo = !(~h); // vo = !(~h)
  if (vo) return gu(s->v + -1); // $? = gu(s->v + -1)
  switch (g2(2, p)) { default: ; }; // $? = g2(2, p)
  vo = l & 0x10; // vo = l & 0x10
  g2(!!((&tss[0][RED])->fl), *pm); // g2(!!((&tss[0][RED])->fl), *pm)
  s->v = s->v < 4L; // s->v = s->v < 4L
  t.next = arr[1]; // t.next = arr[1]
  --(z3[1][b][0x1]); // z3[1][b][0x1] = z3[1][b][0x1] - 1
  if (gs(tss[1])) i = 3; // $? = gs(tss[1])
  i = (g2(l, *q), 1); // g2(l, *q)
  a[0] = 0; // a[0] = 0
  s->ip -= 0; // s->ip = s->ip - 0
  *p = str[2 - 1]; // *p = str[2 - 1]
  // end
  return 0;
}
