/* Pointers to what programs know by its name, or gave away before. */
struct box {
  int size;
  int count;
};
int shared;
static int *where = &shared;
static int *kept;

int *shared_of(void) {
  return where;
}

void give(int **out) {
  *out = where;
}

void keep(struct box *box) {
  kept = &box->count;
}

int *kept_of(void) {
  return kept;
}
