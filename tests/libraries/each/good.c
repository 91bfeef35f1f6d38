// with each.lib: certified
// with C: certified
// alone: violated
/* The callback sees what the walk has written, is called again only while it succeeds, and its
   argument is what the walk got. */
extern void reach_error(void);
extern int walks;
struct item {
  int key;
  struct item *next;
};
int for_each(struct item *list, int (*fn)(struct item *item, void *arg), void *arg);

static int failed, calls;

static int visit(struct item *item, void *arg) {
  int *limit = arg;
  if (failed || walks != 1 || *limit != 7)
    reach_error();
  calls = 1;
  if (item->key > *limit) {
    failed = 1;
    return -1;
  }
  return 0;
}

int main(void) {
  int limit = 7;
  struct item last = {9, 0}, first = {1, &last};
  int result = for_each(&first, visit, &limit);
  if (walks != 0)
    reach_error();
  if (result == 0 && failed)
    reach_error();
  if (for_each(&first, 0, &limit) == 0)
    reach_error();
  return 0;
}
