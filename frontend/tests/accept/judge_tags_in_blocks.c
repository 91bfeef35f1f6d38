// expect: ok
// Facts about tags of blocks stand in these blocks; `common` layouts of old-style parameters nowhere.
extern void reach_error(void);
int rr(s) struct q { int q[2]; } *s; { return s->q[1]; }
int main(void) {
  { struct s { int a; }; _Static_assert(sizeof(struct s) == 4, ""); }
  { struct s { char a; }; _Static_assert(sizeof(struct s) == 1, ""); }
  int a[2] = {1, 2}, k = 0;
  1 ? -2 : (void)-1;
#pragma omp parallel for
  for (int i = 0; i < 2; i++) k += a[i];
  goto out;
out: __attribute__((unused, cold)) __attribute__((hot));
  return rr((void *)a) + k;
}
