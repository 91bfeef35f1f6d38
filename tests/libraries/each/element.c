// with each.lib: unknown
// with C: violated
/* A callback changes the element that it gets, which is one of the program's objects. */
extern void reach_error(void);
struct item {
  int key;
  struct item *next;
};
int for_each(struct item *list, int (*fn)(struct item *item, void *arg), void *arg);

static struct item last = {9, 0};

static int visit(struct item *item, void *arg) {
  item->key = 1;
  return 0;
}

int main(void) {
  struct item first = {1, &last};
  for_each(&first, visit, 0);
  if (last.key != 9)
    reach_error();
  return 0;
}
