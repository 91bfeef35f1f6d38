// with give.lib: certified
// Variables that nobody else can name stay what they are.
extern void reach_error(void);
int *shared_of(void);
static int own;
int main(void) {
  int *p;
  own = 1;
  p = shared_of();
  if (p)
    *p = 2;
  if (own != 1)
    reach_error();
  return 0;
}
