// with each.lib: unknown
// with C: violated
extern void reach_error(void);
struct item {
  int key;
  struct item *next;
};
int for_each(struct item *list, int (*fn)(struct item *item, void *arg), void *arg);

static int calls;

static int visit(struct item *item, void *arg) {
  calls = calls + 1;
  if (calls == 2)
    reach_error();
  return 0;
}

int main(void) {
  struct item last = {9, 0}, first = {1, &last};
  for_each(&first, visit, 0);
  return 0;
}
