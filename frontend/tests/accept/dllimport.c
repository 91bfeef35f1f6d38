// expect: ok
/* gcc says that it ignores these: they are for other targets. */
extern int limit __attribute__((dllimport));
__attribute__((dllexport)) int twice(int x) { return 2 * x; }
int limit = 3;

int main(void)
{
  return twice(limit) == 6;
}
