// Everybody knows objects with external linkage, and nobody those that no statement names.
extern void other(void);
static int below(void) {
  return 3; // unknown
}
static int hidden(void) {
  return below(); // unknown
}
int (*shared)(void) = hidden;
static int kept(void) {
  return 2; // dead
}
static int (*own)(void) = kept;
int main(void) {
  other();  // reached
  return 0; // reached
}
