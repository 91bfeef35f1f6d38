// inputs: 0
// A function that hands on where its variable is does more with a block than returning it.
void reach_error(void);
void *malloc(unsigned long);
struct circle { int kind, radius; };
struct square { int kind; short side; };
static void *pool;
static void keep(void **object) { pool = *object; }
static void *allocate(void) {
    void *object = malloc(8);
    keep(&object);
    return object;
}
int main(void) {
    struct circle *circle = allocate();
    struct square *square = pool;
    if (!circle)
        return 0;
    circle->kind = 1;
    square->kind = 2;
    if (circle->kind != 1)
        reach_error();
    return 0;
}
