// A member of its own has a map of its own; one whose address is taken shares that of its type.
// plan: a in memory
// plan: mem int32: s32
// plan: mem pointer: u64
// plan: mem s.x: s32
struct s { int x, y; } a;
int split;
void use(int *p);
int main(void) {
  struct s *p = &a;
  use(&p->y);
  split = 1;
  p->x = 2;
  return p->x;
}
