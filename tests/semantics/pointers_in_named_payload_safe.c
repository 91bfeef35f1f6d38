// inputs: 0
// Pointers are copied into an array of characters with a length, in a block, and read there.
void reach_error(void);
void *memcpy(void *, const void *, unsigned long);
void *malloc(unsigned long);
struct header {
    long n;
    char data[16];
};
struct from {
    void *z;
};
struct view {
    void *y;
};
struct pair {
    int s;
    int t;
};
int numbers[2];
struct from p;
int main(void) {
    struct header *header = malloc(sizeof *header);
    if (!header)
        return 0;
    p.z = numbers;
    memcpy(header->data, &p, sizeof p);
    struct pair *pair = ((struct view *)header->data)->y;
    numbers[1] = 0;
    pair->t = 5;
    if (numbers[1] != 5)
        reach_error();
    return 0;
}
