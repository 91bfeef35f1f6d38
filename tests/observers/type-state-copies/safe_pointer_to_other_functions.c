typedef struct { int raw; } lock_t;
void init(lock_t *l);
void lock(lock_t *l);
void unlock(lock_t *l);
struct node { int n; };
static lock_t l;
static int put(struct node *n, void (*release)(struct node *)) {
  release(n);
  return 1;
}
int (*const keep)(struct node *, void (*)(struct node *)) = put;

int main(void) {
  lock(&l);
  unlock(&l);
  return 0;
}
