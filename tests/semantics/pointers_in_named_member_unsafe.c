// inputs: 0
// A pointer is copied from a member that is named, of a structure laid over another one.
void reach_error(void);
void *memcpy(void *, const void *, unsigned long);
struct pair {
    int s;
    int t;
};
int numbers[2];
struct view {
    char bytes[sizeof(void *)];
    long n;
};
struct from {
    int *z;
    long n;
} p;
int main(void) {
    __asm__("");
    struct view *view = (struct view *)&p;
    struct pair *pair;
    p.z = numbers;
    memcpy(&pair, view->bytes, sizeof pair);
    numbers[1] = 0;
    pair->t = 5;
    if (numbers[1] == 5)
        reach_error();
    return 0;
}
