// Keeps a pointer to what callers define.
struct S {
  int a;
  int b;
};
extern struct S first;
static struct S *cur = &first;
void choose(struct S *s) {
  cur = s;
}
int current(void) {
  return cur->b;
}
