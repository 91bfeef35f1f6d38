/* Self-checking: old-style definitions and implicit int (C90 6.5.2, 6.7.1; C11 6.9.1). */
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
typedef int number;
number (*hook)(int);
static count, limits[2] = {3, 4};
const step = 2;

static twice(x) { return 2 * x; }
inc(x, by)
  char by;
{
  register sum = x;
  return sum + by;
}
static larger(int a, int b) { return a > b ? a : b; }
number plain(number x) { return x; }

main()
{
  static calls = 5;
  auto total = 0;
  for (count = 0; count < 3; count++) total += twice(count);
  hook = plain;
  CHECK(total == 6 && inc(3, 4) == 7 && larger(1, 2) == 2 && calls == 5);
  CHECK(limits[1] == 4 && step == 2 && sizeof count == 4 && hook(9) == 9);
  exit(0);
}
