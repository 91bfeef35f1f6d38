// What a session explores: `spare` is never called, and `twice` never gets a negative number.
extern int input(void);

static int total;

static int twice(int n) {
  if (n < 0)
    return -1;
  return 2 * n;
}

static void spare(void) { total = 0; }

int main(void) {
  int n = input();
  if (n > 0 && n < 100)
    total = twice(n);
  return total;
}
