// inputs: 0
// A copy writes the padding, too, which lies over a member of another structure.
void reach_error(void);
struct whole {
    long long l;
    int b;
    int c;
};
struct padded {
    long long l;
    int b;
} __attribute__((aligned(8)));
struct whole x;
struct padded from;
int main(void) {
    x.c = 1;
    *(struct padded *)&x = from;
    if (x.c != 1)
        reach_error();
    return 0;
}
