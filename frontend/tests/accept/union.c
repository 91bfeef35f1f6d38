// expect: ok
// A write of one member makes the others unknown.
union u { unsigned i; unsigned short s; };
void reach_error(void);
int main(void) {
  union u x;
  x.i = 5;
  x.s = 1;
  if (x.i == 5) reach_error();
  return x.s;
}
