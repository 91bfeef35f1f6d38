// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct pair { int a, b; };
struct given { void *object; };
struct taken { void *object; };
static int buffer[2];
static void set(struct taken taken) {
    struct pair *pair = taken.object;
    pair->b = 1;
    check(pair->b == 1);
}
int main(void) {
    void (*call)(struct given) = (void (*)(struct given))set;
    call((struct given){ buffer });
    check(buffer[1] == 0);
    return 0;
}
