/* Inputs that go to memory without a variable on their way are listed, like others. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int x;
static int *p = &x;
static struct frame {
  int data[4];
} f;

int main(void) {
  *p = __VERIFIER_nondet_int();
  for (int i = 0; i < 4; i++)
    f.data[i] = __VERIFIER_nondet_int();
  if (x == 216 && f.data[2] == 7)
    reach_error();
  return 0;
}
