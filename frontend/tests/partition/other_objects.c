// A structure's pointer that may point to a variable: the member shares the map of its type.
// plan: v in memory
// plan: main::t in memory
// plan: mem int32: s32
// plan: mem pointer: u64
// plan: mem t.b: s32
struct s { int a; };
struct t { int b; };
int v;
int main(void) {
  void *p = &v;
  struct s *s = p;
  struct t t, *q = &t;
  q->b = 1;
  return s->a;
}
