// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct holder { int *held; };
static int x = 1;
static int set(struct holder holder) {
    *holder.held = 7;
    return x;
}

int main(void) {
    int (*called)(int *) = (int (*)(int *))set;
    check(called(&x) != 7);
    return 0;
}
