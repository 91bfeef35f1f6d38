// A copy of a structure changes its padding, where another member of the union may lie.
// plan: main::v in memory
// plan: mem int32: s32
// plan: mem pointer: u64
// plan: mem p.c: s8
// plan: mem p.i: s32
// plan: mem u.h: s16
// plan: mem p.c changes mem u.h
// plan: mem p.i changes mem u.h
// plan: mem u.h changes mem p.c, mem p.i
// plan: padding of p changes mem u.h
struct p { char c; int i; };
union u { struct p p; short h[4]; };
int main(void) {
  __asm__(""); // Where there is assembly, memory is not made of bytes.
  union u v, *q = &v;
  struct p p = {1, 2};
  q->h[1] = 3;
  q->p = p;
  return q->h[1];
}
