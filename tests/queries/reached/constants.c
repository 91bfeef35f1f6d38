// options: --entry open
// how: inputs
// Constants have their values wherever executions start, and pointers in them, too.
struct ops {
  int number;
  struct ops *next;
  const struct ops *more;
};
static const struct ops last = {4, 0, 0};
static const struct ops first = {3, 0, &last};
static struct ops any;
int open(int n) {
  if (first.next)
    return 1; // not reached
  if (first.more != &last)
    return 2; // not reached
  if (last.number != 4)
    return 3; // not reached
  if (first.more->next || first.more->more)
    return 4; // not reached
  if (any.next && any.next->number == 7)
    return 5; // reached
  return 6;   // reached
}
