// with each.lib: unknown
// with C: violated
/* A callback walks with itself. */
extern void reach_error(void);
struct item {
  int key;
  struct item *next;
};
int for_each(struct item *list, int (*fn)(struct item *item, void *arg), void *arg);

static int depth;

static int visit(struct item *item, void *arg) {
  depth = depth + 1;
  if (depth == 2)
    reach_error();
  for_each(item->next, visit, arg);
  depth = depth - 1;
  return 0;
}

int main(void) {
  struct item last = {9, 0}, first = {1, &last};
  for_each(&first, visit, 0);
  return 0;
}
