// inputs:
// Atomic objects may be aligned more than their type is.
extern void reach_error(void);

static _Atomic int x __attribute__((aligned(64)));
static _Alignas(32) _Atomic char y[3];
struct S { _Atomic int n __attribute__((aligned(16))); };

int main(void) {
  _Atomic short z __attribute__((aligned(8))) = 3;
  x = 1;
  y[2] = 2;
  if (sizeof x != 4 || sizeof y != 3 || sizeof(struct S) != 16 || x + y[2] + z != 6)
    reach_error();
  return 0;
}
