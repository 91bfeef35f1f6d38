// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct pair { int a, b; };
struct given { void *object; int tag; };
struct taken { void *object; int tag; };
static int buffer[2];
static struct given get(void) {
    struct given given = { buffer, 1 };
    return given;
}
int main(void) {
    struct taken (*call)(void) = (struct taken (*)(void))get;
    struct taken taken = call();
    struct pair *pair = taken.object;
    pair->b = 1;
    check(pair->b == 1);
    return 0;
}
