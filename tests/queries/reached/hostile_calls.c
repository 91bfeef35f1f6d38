// how: inputs
// How functions of others may come back, and what they may have got.
extern void offer(int (*f)(int), void *data);
extern int input(void);
extern int take(int **where);
struct node {
  int value;
  int (*run)(int);
  struct node *next;
};
static int state;
static int back(int n) {
  if (state == 2)
    return 1; // unknown
  return n;   // reached
}
static int inner(int n) {
  if (n == 9)
    return 3; // not reached
  return 4;   // reached
}
static int uses(struct node *node) {
  if (node->next == node)
    return node->run(5); // not reached
  return node->run(4);   // reached
}
static int even(int n);
static int odd(int n) {
  if (n == 0)
    return 0; // reached
  return even(n - 1);
}
static int even(int n) {
  if (n == 0)
    return 1; // reached
  if (n == 100)
    return 2; // not reached
  return odd(n - 1);
}
int main(void) {
  struct node node = {1, inner, 0};
  int own = 3, *where = &own;
  offer(back, 0);
  back(input());
  uses(&node);
  if (take(&where) && own == 8)
    own = 9; // not reached
  int n = input();
  if (n > 0 && n < 4)
    even(n);
  if (state)
    return 5; // not reached
  return own; // reached
}
