// expect: ok
/* Nothing comes of the value, but compilers take the pointer for valid. */
int *keep;

int main(void)
{
  int *p = keep;
  *p + 1;
  return p != 0;
}
