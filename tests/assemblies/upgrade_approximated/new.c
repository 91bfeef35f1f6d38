void a(void);
void bad(void);

void go(void) {
  long double limit = 1.0L;
  if (limit > 1.25L)
    a();
  else
    bad();
}
