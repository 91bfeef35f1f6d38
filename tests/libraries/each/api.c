/* A function of the program is called for each element of a list, until it fails. */
struct item {
  int key;
  struct item *next;
};

int walks;

int for_each(struct item *list, int (*fn)(struct item *item, void *arg), void *arg) {
  struct item *at;
  int result = 0;
  if (!fn)
    return -22;
  walks = 1;
  at = list;
  while (at) {
    result = fn(at, arg);
    if (result)
      break;
    at = at->next;
  }
  walks = 0;
  return result;
}
