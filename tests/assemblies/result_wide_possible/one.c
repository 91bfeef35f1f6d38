// A `short` may be 300.
short f(void);
void one(void) {
  f();
}
