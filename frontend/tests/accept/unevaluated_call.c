// expect: ok
/* Compilers look at the operand before they leave it out. */
unsigned long strlen(const char *);
char *keep;

int main(void)
{
  char *p = keep;
  __builtin_expect(__builtin_constant_p(strlen(p)), 0);
  return p != 0;
}
