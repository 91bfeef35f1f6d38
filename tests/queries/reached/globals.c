// how: inputs
// What objects hold when the program starts is known, also what unknown pointers would lead to.
struct node {
  int value;
  struct node *next;
  const char *name;
};
static struct node head;
static struct node nodes[3];
static struct node *chain[4];
extern struct node *find(int n);
int main(void) {
  if (head.next)
    return 1; // not reached
  if (nodes[2].name)
    return 2; // not reached
  if (chain[3])
    return 3; // not reached
  struct node *found = find(3);
  if (!found)
    return 4; // reached
  if (found->next && found->next->value == 5)
    return 5; // reached
  if (nodes[1].next)
    return 6; // not reached
  return 7;   // reached
}
