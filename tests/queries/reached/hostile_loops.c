// how: inputs
// Loops that others end, ends of the run, and labels.
extern int input(void);
extern void abort(void);
extern void exit(int status);
static int limit = 3;
static int counts(void) {
  int i;
  for (i = 0; i < limit; i++)
    if (input())
      break;
  if (i > 3)
    return 1; // not reached
  if (i == 3)
    return 2; // reached
  return 3;   // reached
}
static int nested(int n) {
  switch (n) {
    if (n)
      n = 5; // dead
  case 1:
    while (n < 3) {
    case 2:
      n++;
      if (n == 2)
        n = 2; // reached
      if (n == 5)
        return 5; // not reached
    }
    return n; // reached
  }
  return 0; // reached
}
static void checks(int n) {
  if (n < 0)
    abort();
  if (n < 0)
    n = 1; // not reached
  if (n > 5)
    exit(n);
  if (n > 5)
    n = 2; // not reached
  if (n == 5)
    n = 3; // reached
}
static int computed(int n) {
  void *where = n ? &&second : &&first;
  goto *where;
first:
  if (n)
    return 1; // not reached
  return 2;   // reached
second:
  if (!n)
    return 3; // not reached
  return 4;   // reached
}
int main(void) {
  counts();
  nested(input());
  checks(input());
  computed(input());
  return 0; // reached
}
