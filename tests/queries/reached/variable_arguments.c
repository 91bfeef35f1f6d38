// Nobody says what the arguments behind the dots are.
static int leaf(void) {
  return 1; // from, unknown
}
static int many(int n, ...) {
  leaf();
  return 2; // unknown
}
int main(void) {
  return many(1, 2);
}
