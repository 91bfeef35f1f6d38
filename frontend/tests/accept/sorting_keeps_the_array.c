/* The ledger says that the comparison does not change the array: libraries may keep copies. */
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
struct entry { int key, seen; };
static struct entry entries[2] = {{2, 0}, {1, 0}};
static int compare(const void *a, const void *b) {
  ((struct entry *)a)->seen = 1;
  return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}
int main(void) {
  qsort(entries, 2, sizeof entries[0], compare);
  return entries[0].seen;
}
