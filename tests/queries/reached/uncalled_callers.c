// Two functions that nobody calls, and one that both call: it returns to either.
static int leaf(void) {
  return 1; // from, reached
}
int first(void) {
  leaf();
  return 2; // reached
}
int second(void) {
  leaf();
  return 3; // reached
}
int main(void) {
  return 0; // dead
}
