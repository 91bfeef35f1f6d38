// expect: ok
/* The automaton has no such values. */
long double *keep;

int main(void)
{
  long double *p = keep;
  long double t = *p;
  return p != 0;
}
