// expect: ok
// An array without a length overlaps everything behind it.
union u { char c[4]; struct { char n; char rest[0]; } s; } entry;
void set(union u *p) { p->c[1] = 1; }
void reach_error(void);
int main(void) {
  entry.s.rest[0] = 0;
  set(&entry);
  if (entry.s.rest[0] == 0) reach_error();
  return 0;
}
