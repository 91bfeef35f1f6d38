// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct pair { int a, b; };
struct node { struct node *next; void *data; };
static int buffer[2];
static struct node node = { 0, buffer };
int main(void) {
    struct node *n = &node;
    struct pair *p = n->data;
    p->b = 1;
    check(n->next == 0);
    return 0;
}
