// A procedure that calls itself.
extern void reach_error(void);
extern int children(int node);
static int deepest;

static void walk(int node, int depth) {
  if (depth > deepest)
    deepest = depth;
  if (depth < 3 && children(node))
    walk(2 * node, depth + 1);
}

int main(void) {
  walk(1, 0);
  if (deepest == 2)
    reach_error();
  return 0;
}
