/* Calls that count in static objects, one after the other: certain values, and no loop. */
extern void reach_error(void);

static int next(void) {
  static int calls = 3;
  static char seen[4];
  seen[calls & 3]++;
  return ++calls * 10 + seen[0];
}

int main(void) {
  if (next() != 40 || next() != 51 || next() != 61)
    reach_error();
  if (next() != 71)
    reach_error();
  if (next() != 81)
    reach_error();
  return 0;
}
