/* The structure is the argument. */
extern void reach_error(void);
struct item {
  int key;
  struct item *next;
};
static int visit(struct item *item, void *argument) {
  int *limit = argument;
  if (*limit != 7)
    reach_error();
  return item->key;
}
int main(void) {
  int limit = 7;
  struct item last = {9, 0}, first = {1, &last};
  int (*fn)(struct item *, void *) = visit;
  first = last;
  fn(&first, &first.key);
  return limit - 7;
}
