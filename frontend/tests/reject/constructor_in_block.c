// expect: error unsupported: the attribute `constructor` is supported in front of
static int g;
int main(void) {
  extern void first(void) __attribute__((constructor));
  return g;
}
void first(void) { g++; }
