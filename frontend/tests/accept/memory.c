// expect: ok
struct node { int value; struct node *next; };
void reach_error(void);
void *malloc(unsigned long);
int main(void) {
  struct node *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  if (!p || !q) return 1;
  p->value = 1;
  p->next = q;
  p->next->value = 2;
  if (p != q && p->value != 1) reach_error();
  return 0;
}
