/* Values in between, for which the C has no variable. */
struct ref {
  int count;
};

int put(struct ref *r) {
  if (--r->count == 0)
    return 1;
  return 0;
}

int magnitude(int a) {
  return a < 0 ? -a : a;
}

static int last;

void restart(void) {
  last = 0;
}

int next(void) {
  return last++;
}

_Bool truth(int x) {
  return x;
}

int both(int a, int b) {
  return a && b;
}
