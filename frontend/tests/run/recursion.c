// Functions that call themselves: each activation has its own variables.
void reach_error(void);
static void check(int holds) {
  if (!holds)
    reach_error();
}
static int calls;
static unsigned factorial(unsigned n) {
  calls++;
  return n == 0 ? 1 : n * factorial(n - 1);
}
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static int is_odd(unsigned n);
static int is_even(unsigned n) {
  unsigned before = n;
  int result = n == 0 ? 1 : is_odd(n - 1);
  check(before == n);
  return result;
}
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static void swap_down(int *a, int n) {
  int own = n * 10;
  if (n > 0)
    swap_down(&own, n - 1);
  check(own == n * 10 + (n > 0));
  *a += 1;
}
struct pair {
  int low;
  long high;
};
static struct pair count(struct pair so_far, int n) {
  struct pair mine = so_far;
  mine.low += n;
  mine.high -= n;
  if (n == 0)
    return so_far;
  struct pair rest = count(mine, n - 1);
  check(mine.low == so_far.low + n);
  return rest;
}
static int array_sum(int depth) {
  int values[4];
  for (int i = 0; i < 4; i++)
    values[i] = depth + i;
  int below = depth ? array_sum(depth - 1) : 0;
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += values[i];
  check(sum == 4 * depth + 6);
  return sum + below;
}
static int static_local(int n) {
  static int total;
  total += n;
  if (n)
    static_local(n - 1);
  return total;
}
static int (*step)(int);
static int through_pointer(int n) { return n <= 0 ? 0 : 1 + step(n - 1); }
static double half(double x, int n) { return n ? half(x / 2, n - 1) : x; }
static int collatz(int n, int *steps) {
  ++*steps;
  return n == 1 ? 1 : collatz(n % 2 ? 3 * n + 1 : n / 2, steps);
}
static int both(int a, int b) { return a <= 0 ? b : both(a - 1, both(a - 2, b + 1)); }
int main(void) {
  check(factorial(5) == 120 && calls == 6);
  check(fibonacci(7) == 13);
  check(ackermann(2, 2) == 7);
  check(is_even(6) && !is_odd(6) && is_odd(3));
  int top = 1;
  swap_down(&top, 3);
  check(top == 2);
  struct pair p = count((struct pair){1, 2}, 4);
  check(p.low == 11 && p.high == -8);
  check(array_sum(3) == 48);
  check(static_local(4) == 10);
  step = through_pointer;
  check(through_pointer(5) == 5);
  half(8, 3);
  int steps = 0;
  check(collatz(6, &steps) == 1 && steps == 9);
  check(both(3, 0) == 4);
  return 0;
}
