// inputs: 0
// More is copied than the pointers' type has.
void reach_error(void);
void *memcpy(void *, const void *, unsigned long);
struct inner {
    long a, b;
};
struct from {
    struct inner inner;
    void *z;
};
struct to {
    struct inner inner;
    void *y;
};
struct pair {
    int s;
    int t;
};
int numbers[2];
struct to x;
struct from q;
int main(void) {
    struct inner *to = &x.inner, *from = &q.inner;
    q.z = numbers;
    memcpy(to, from, sizeof q);
    struct pair *pair = x.y;
    numbers[1] = 0;
    pair->t = 5;
    if (numbers[1] == 5)
        reach_error();
    return 0;
}
