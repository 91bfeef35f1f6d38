// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct pair { int a, b; };
struct from { int *object; };
struct to { struct pair *object; };
static int buffer[2];
static void copy(void *to, void *from) {
    __builtin_memcpy(to, from, sizeof(void *));
}
int main(void) {
    struct from from = { buffer };
    struct to to;
    copy(&to, &from);
    buffer[1] = 0;
    to.object->b = 1;
    check(to.object->b == 1);
    return 0;
}
