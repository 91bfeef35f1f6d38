// No `unsigned char` is 300, though 44 is what becomes of it.
unsigned char f(void);
void one(void) {
  f();
}
