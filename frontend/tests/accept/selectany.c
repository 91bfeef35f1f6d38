// expect: ok
/* gcc says that it ignores this: it is for other targets. */
__attribute__((selectany)) const int limit = 3;

int main(void)
{
  return limit == 3;
}
