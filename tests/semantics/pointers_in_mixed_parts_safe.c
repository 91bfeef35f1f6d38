// inputs: 0
// imprecise: characters copied as a member are any pointer
// A pointer is copied as characters that are a member beside others.
void reach_error(void);
struct pair {
    int s;
    int t;
};
int numbers[2];
struct from {
    void *z;
    long n;
} p;
struct to {
    void *y;
    long n;
} q;
struct mixed {
    char bytes[sizeof(void *)];
    long n;
};
int main(void) {
    __asm__("");
    p.z = numbers;
    *(struct mixed *)&q = *(struct mixed *)&p;
    struct pair *pair = q.y;
    numbers[1] = 0;
    pair->t = 5;
    if (numbers[0] != 0)
        reach_error();
    return 0;
}
