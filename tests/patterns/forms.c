// Forms of statements. Each is matched by the pattern that is written like it, and that by no
// statement of another group: within a group, statements say the same, or nearly so.
int f(int);
int h(int *);
int k(int (*)[2]);
int v(void *);
struct s {
  int v;
  int n[2];
  struct { int w; };
  struct s *next;
};
int main(void) {
  int x = f(0);
  int i = f(1);
  int a[x], va[x][2], vb[x][x], b[4], m[2][2];
  int *p = b, *pp[2], **q = pp, (*pm)[2] = m;
  struct s t, *s = &t, ts[3];
  // forms
  a[0] = 1;
  *a = 1;
  (*&a)[0] = 1;

  a[i] = 2;

  *(a + 1) = 3;

  va[0][1] = 4;

  va[i][0] = 4;

  *va[0] = 4;
  **va = 4;

  vb[0][1] = 4;

  vb[0][0] = 4;

  vb[1][0] = 4;

  b[0] = 1;
  *b = 1;

  b[i] = 1;
  *(b + i) = 1;

  *(b + 1) = 2;

  p[0] = 1;
  *p = 1;
  *(p + 0) = 1;
  0[p] = 1;

  p[2] = 1;
  2[p] = 1;

  p[i] = 1;
  i[p] = 1;

  *(p + 1) = 1;
  (p + 1)[0] = 1;

  (p + 1)[2] = 1;

  2[b] = 1;

  m[0][1] = 1;
  (*m)[1] = 1;
  *(*m + 1) = 1;

  m[1][0] = 1;
  *m[1] = 1;

  m[i][0] = 1;

  **m = 1;

  *(m[1] + 1) = 1;

  pm[0][1] = 1;
  (*pm)[1] = 1;

  pm[1][0] = 1;
  *pm[1] = 1;

  **pm = 1;

  pp[0][0] = 1;
  *pp[0] = 1;

  pp[1][i] = 1;

  q[0][0] = 1;
  **q = 1;

  *q[1] = 1;

  (*q)[1] = 1;

  s->v = 1;
  (*s).v = 1;
  s[0].v = 1;

  s[1].v = 1;
  (s + 1)->v = 1;

  s[i].v = 1;

  (&t)->v = 1;
  t.v = 1;
  (*&t).v = 1;

  ts->v = 1;
  ts[0].v = 1;
  (*ts).v = 1;

  ts[i].v = 1;
  (ts + i)->v = 1;

  (ts + 1)->v = 1;
  (&ts[1])->v = 1;

  s->n[0] = 1;
  *s->n = 1;

  s->n[i] = 1;

  *(s->n + 1) = 1;

  s->w = 1;
  s[0].w = 1;

  ts->w = 1;

  t.n[0] = 1;
  *t.n = 1;

  s->next->v = 1;
  s->next[0].v = 1;
  s[0].next->v = 1;
  (*s->next).v = 1;

  s->next->next[1].n[0] = 1;

  x = p[0];
  x = *p;

  x = b[0];
  x = *b;

  x = a[0];
  x = *a;

  x = s->n[0];
  x = *s->n;

  x = s[0].v;

  x = ts->v;

  x = p[i];
  x = *(p + i);

  x = a[i];

  x = m[0][0];
  x = **m;

  p = a;
  p = &a[0];

  p = b;
  p = &b[0];

  p = &b[1];

  p = &*p;
  p = &p[0];
  p = p + 0;

  p = &p[1];
  p = p + 1;

  p = &p[i];

  p = m[1];
  p = *(m + 1);
  p = &m[1][0];

  p = *m;

  p = &m[0][1];

  p = pm[1];
  p = *(pm + 1);
  p = &pm[1][0];

  p = *pm;
  p = pm[0];

  p = &(*pm)[1];

  p = s->n;
  p = &s->n[0];

  p = &s->n[1];
  p = s->n + 1;

  p = &s->v;
  p = &(*s).v;
  p = &s[0].v;

  p = &ts->v;

  p = &t.v;

  p = va[0];
  p = &va[0][0];

  p = va[i];

  p = vb[1];

  p = &a[2];

  p = a + 1;

  p = pp[0];
  p = *pp;

  p = *q;
  p = q[0];

  s = &ts[0];
  s = ts;

  s = &ts[1];

  s = &*s;
  s = &s[0];

  s = s->next;

  s = &s[1];

  pm = &m[0];
  pm = m;

  pm = &m[1];
  pm = m + 1;

  pm = &pm[0];
  pm = &*pm;

  f(p[0]);
  f(*p);

  f(b[0]);
  f(*b);

  f(a[0]);
  f(*a);

  f(p[i]);

  f(s->v);
  f(s[0].v);

  f(ts->v);

  f(*pp[0]);

  f(**q);

  f(s->n[0]);
  f(*s->n);

  f(m[0][0]);
  f(**m);

  h(p);
  h(&p[0]);
  h(&*p);
  h(p + 0);

  h(&p[1]);
  h(p + 1);

  h(b);
  h(&b[0]);

  h(&b[1]);
  h(b + 1);

  h(a);
  h(&a[0]);

  h(a + 1);

  h(m[1]);
  h(*(m + 1));

  h(*m);

  h(pm[1]);
  h(&pm[1][0]);

  h(*pm);

  h(s->n);
  h(&s->n[0]);

  h(&s->v);
  h(&s[0].v);

  h(&ts->v);

  h(va[0]);
  h(*va);

  h(va[i]);

  h(vb[i]);

  h(*vb);

  k(m);
  k(&m[0]);

  k(m + 1);
  k(&m[1]);

  k(pm);
  k(&*pm);

  k(&pm[1]);

  k(va);

  v(&a);

  v(&b);

  x = p - b;

  x = b - p;

  x = p == b;

  x = p + 1 == b;
  x = 1 + p == b;

  x = vb[1] != p;

  x = *pm != 0;

  x = (i < 3) != 0;
  x = i < 3;

  x = (i < 3) == 0;
  x = !(i < 3);

  q = i + q;
  q = q + i;

  *(i + p) = 5;
  *(p + i) = 5;

  *(p - i) = 5;

  x = (char)300;
  x = 44;

  x = (_Bool)7;
  x = 1;
  // end
  return 0;
}
