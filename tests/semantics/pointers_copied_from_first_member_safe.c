// inputs: 0
// Pointers are copied with what begins at the first member.
void reach_error(void);
void *memcpy(void *, const void *, unsigned long);
struct from {
    long key;
    void *z;
};
struct to {
    long key;
    void *y;
};
struct pair {
    int s;
    int t;
};
int numbers[2];
struct to x;
struct from p;
int main(void) {
    void *start = &x.key;
    p.z = numbers;
    memcpy(start, &p, sizeof p);
    struct pair *pair = x.y;
    numbers[1] = 0;
    pair->t = 5;
    if (numbers[1] != 5)
        reach_error();
    return 0;
}
