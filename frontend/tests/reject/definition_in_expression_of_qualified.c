// expect: error judge: the compiler has 12 for the size of `struct { char c; ci2 b[2]; }`, the analysis 10
// gcc gives arrays of a qualified type the alignment of the plain one, whatever a `typedef` said.
extern void reach_error(void);
typedef int i2 __attribute__((aligned(2)));
typedef const i2 ci2;
int main(void) {
  if (sizeof(struct { char c; ci2 b[2]; }) == 12)
    reach_error();
  return 0;
}
