// inputs:
// Where the old value of an atomic exchange goes is looked at behind it.
extern void reach_error(void);

static void *a, *b;
static void *p = &a, *v = &b;

int main(void) {
  __atomic_exchange(&p, &v, (void **)p, __ATOMIC_SEQ_CST);
  if (a != &a)
    reach_error();
  return 0;
}
