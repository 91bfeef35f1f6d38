// on -1: in-bounds
// on 3: in-bounds
// on 2: within
int __VERIFIER_nondet_int(void);
struct text { int length; char characters[1]; };
static struct { int before, elements[3], after; } object;
static char memory[64];
int main(void) {
  int n = __VERIFIER_nondet_int();
  // The address behind the last element may be computed, and a last member of one element may stand for more.
  const int *end = &object.elements[3];
  ((struct text *)memory)->characters[n + 4] = 1;
  object.elements[n]++;
  return end - object.elements - 3;
}
