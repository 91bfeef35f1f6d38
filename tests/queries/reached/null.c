// An execution that follows a null pointer is none.
extern int *pointer(void);
int main(void) {
  int *p = pointer(), n = 0;
  if (p == 0) {
    n = *p;
    n = n + 1; // not reached
  }
  if (n == 0)
    n = 4; // reached
  return n;
}
