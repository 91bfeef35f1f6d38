// expect: an access out
// A number in an object of which the program knows nothing is in a row with others.
void reach_error(void);
struct opaque;
extern struct opaque others;
struct padded {
    int a;
} __attribute__((aligned(8)));
struct padded from;
int main(void) {
    int *p = (int *)&others;
    p[1] = 1;
    *(struct padded *)p = from;
    if (p[1] != 1)
        reach_error();
    return 0;
}
