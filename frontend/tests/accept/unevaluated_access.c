// expect: ok
/* The operand is not evaluated, but compilers look at it. */
int *keep;

int main(void)
{
  int *p = keep;
  __builtin_expect(__builtin_constant_p(*p), 0);
  return p != 0;
}
