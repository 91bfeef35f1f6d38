// expect: error unsupported: a structure that is defined within an expression, where the compiler cannot be asked how it lays it out, is not supported
// To repeat its definition would define the other one twice.
extern void reach_error(void);
int main(void) {
  if (sizeof(struct { struct inner { char c; int i; } s; }) != 8)
    reach_error();
  return 0;
}
