// inputs:
// For gcc, an array of `_Atomic` structures is aligned as one of plain structures is.
extern void reach_error(void);

struct pair {
  char a[2];
};
typedef _Atomic struct {
  char a[2];
} untagged;
struct holder {
  char c;
  _Atomic struct {
    int a, b;
  } list[2];
};

_Atomic struct pair array[1] = {{{1, 2}}};
untagged other[1];

int main(void) {
  if (sizeof(struct holder) != 20 || __alignof__(__typeof__(array)) != 1 || __alignof__(__typeof__(other)) != 1)
    reach_error();
  return 0;
}
