// A write to one member of a union changes the other one.
// plan: main::v in memory
// plan: mem int32: s32
// plan: mem pointer: u64
// plan: mem u.i: s32
// plan: mem u.h: s16
// plan: mem u.i changes mem u.h
// plan: mem u.h changes mem u.i
union u { int i; short h; };
int main(void) {
  __asm__(""); // Where there is assembly, memory is not made of bytes.
  union u v, *p = &v;
  p->i = 1;
  return p->h;
}
