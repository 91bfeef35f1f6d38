// A pointer of others may lead out of the program.
extern int (*hook)(int (*f)(void));
static int handed(void) {
  return 1; // unknown
}
int main(void) {
  return hook(handed);
}
