// with each.lib: unknown
// with C: violated
/* What the library writes, a callback may write, too. */
extern void reach_error(void);
extern int walks;
struct item {
  int key;
  struct item *next;
};
int for_each(struct item *list, int (*fn)(struct item *item, void *arg), void *arg);

static int seen;

static int visit(struct item *item, void *arg) {
  if (walks == 2)
    reach_error();
  walks = 2;
  return 0;
}

int main(void) {
  struct item last = {9, 0}, first = {1, &last};
  for_each(&first, visit, 0);
  return 0;
}
