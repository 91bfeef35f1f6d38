// inputs: 0
// imprecise: what parts of a pointer are together is not known
// A pointer is copied by structures that are smaller than it.
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
struct part {
    unsigned short w;
};
int main(void) {
    __asm__("");
    p.z = numbers;
    for (unsigned i = 0; i < sizeof(void *) / 2; i++)
        ((struct part *)&q)[i] = ((struct part *)&p)[i];
    struct pair *pair = q.y;
    numbers[1] = 0;
    pair->t = 5;
    if (numbers[0] != 0)
        reach_error();
    return 0;
}
