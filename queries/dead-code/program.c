// A queue whose full and empty states exclude each other.
extern int input(void);

enum { SIZE = 4 };
static int used, failures;

static int is_full(void) { return used == SIZE; }

static void put(void) {
  if (used > SIZE)
    failures = -1;
  if (!is_full())
    used++;
}

static void take(void) {
  if (used > 0)
    used--;
  else
    failures++;
}

static void report(void) { failures = 0; }

int main(void) {
  for (int round = 0; round < 6; round++) {
    if (input())
      put();
    else
      take();
    if (used < 0)
      report();
  }
  if (failures == 6 && used == SIZE)
    return 1;
  return 0;
}
