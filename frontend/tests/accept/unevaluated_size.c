// expect: ok
/* Compilers look at the operand before they leave it out. */
char **keep;

int main(void)
{
  char **p = keep;
  __builtin_expect(__builtin_object_size(*p, 0), 0);
  return p != 0;
}
