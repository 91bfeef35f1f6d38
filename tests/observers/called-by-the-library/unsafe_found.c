void *bsearch(const void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__,
              int (*)(const void *, const void *));
void note(void);
void done(void);
static int values[2] = {1, 2};

static int order(const void *a, const void *b) {
  note();
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  int key = 2;
  bsearch(&key, values, 2, sizeof values[0], order);
  done();
  return 0;
}
