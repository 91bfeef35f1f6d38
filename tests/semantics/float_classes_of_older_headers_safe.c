// inputs: 0 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int __isinf(double) __attribute__((__nothrow__)) __attribute__((__const__));
extern int __isnanf(float) __attribute__((__nothrow__)) __attribute__((__const__));
extern int __finite(double) __attribute__((__nothrow__)) __attribute__((__const__));
int main(void) {
  double zero = 0, x = __VERIFIER_nondet_int() ? 1 / zero : 5e-324;
  int own = __isinf(x) ? __isinf(x) == 1 && !__finite(x) : __finite(x);
  if (!own || !__isnanf(zero / zero) || __isinf(-1 / zero) != -1)
    reach_error();
  return 0;
}
