// with each.lib: unknown
// with C: violated
/* A callback that walks again: the inner walk is over when the outer one goes on. */
extern void reach_error(void);
extern int walks;
struct item {
  int key;
  struct item *next;
};
int for_each(struct item *list, int (*fn)(struct item *item, void *arg), void *arg);

static int inner(struct item *item, void *arg) { return 0; }

static int visit(struct item *item, void *arg) {
  if (walks == 0)
    reach_error();
  for_each(item, inner, 0);
  return 0;
}

int main(void) {
  struct item last = {9, 0}, first = {1, &last};
  for_each(&first, visit, 0);
  return 0;
}
