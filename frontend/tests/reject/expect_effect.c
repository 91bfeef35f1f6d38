// expect: error unsupported: an effect in a hint
int main(void) {
  int z = 1;
  if (__builtin_expect(z == 1, z++)) return 1;
  return 0;
}
