void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
void note(void);
void done(void);
static int values[2] = {2, 1};

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  qsort(values, 2, sizeof values[0], compare);
  done();
  return 0;
}
