// inputs: 0
// A message is copied with its length, by pointers to its header.
void reach_error(void);
void *memcpy(void *, const void *, unsigned long);
struct pair {
    int s;
    int t;
};
int numbers[2];
struct header {
    unsigned length;
    unsigned kind;
    char data[];
};
struct from {
    unsigned length;
    unsigned kind;
    void *z;
} p;
struct to {
    unsigned length;
    unsigned kind;
    void *y;
} q;
int main(void) {
    __asm__("");
    struct header *from = (struct header *)&p;
    struct header *to = (struct header *)&q;
    p.z = numbers;
    p.length = sizeof(void *);
    memcpy(to, from, sizeof *from + from->length);
    struct pair *pair = q.y;
    numbers[1] = 0;
    pair->t = 5;
    if (numbers[1] == 5)
        reach_error();
    return 0;
}
