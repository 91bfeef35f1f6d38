// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct holder { int *held; };
static int x = 1, y = 1;
static void set(struct holder holder) {
    *holder.held = 7;
}

int main(void) {
    void (*called)(int *) = (void (*)(int *))set;
    for (int i = 0; i < 2; i++)
        called(i ? &x : &y);
    check(x != 7 || y != 7);
    return 0;
}
