// An execution that only an approximation of large objects has is none.
struct large {
  char bytes[100000];
  int last;
};
static struct large a, b;
int main(void) {
  int n = 0; // reached
  a.last = 3;
  b = a;
  if (b.last == 4)
    n = 3; // not reached
  return n;
}
