/* To come from a member to what it lies in, bytes are counted and none is looked at. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

#define container_of(p, type, member) \
  ((type *)((char *)(p) - __builtin_offsetof(type, member)))

struct list { struct list *next, *prev; };
struct request { int id; struct list node; char name[4]; };
static struct list queue = { &queue, &queue };
static struct request requests[2];
static void *owner = requests[0].name;

static void add(struct list *n) {
  n->prev = queue.prev;
  n->next = &queue;
  queue.prev->next = n;
  queue.prev = n;
}

int main(void) {
  int sum = 0;
  struct list *p;
  for (int i = 0; i < 2; i++) {
    requests[i].id = i + 1;
    add(&requests[i].node);
  }
  for (p = queue.next; p != &queue; p = p->next)
    sum += container_of(p, struct request, node)->id;
  if (sum != 3 || owner == 0)
    reach_error();
  return 0;
}
