// inputs: 0
// A pointer is copied where the structure that is copied has padding.
void reach_error(void);
struct pair {
    int s;
    int t;
};
int numbers[2];
struct from {
    long n;
    void *z;
} p __attribute__((aligned(16)));
struct to {
    long n;
    void *y;
} q __attribute__((aligned(16)));
struct view {
    long n;
} __attribute__((aligned(16)));
int main(void) {
    p.z = numbers;
    *(struct view *)&q = *(struct view *)&p;
    struct pair *pair = q.y;
    numbers[1] = 0;
    pair->t = 5;
    if (numbers[1] == 5)
        reach_error();
    return 0;
}
