// inputs: 0
// Padding lies over the elements of a literal.
void reach_error(void);
struct padded {
    int a;
} __attribute__((aligned(8)));
struct padded from;
int main(void) {
    int *p = (int[4]){1, 1, 1, 1};
    p[1] = 1;
    *(struct padded *)p = from;
    if (p[1] != 1)
        reach_error();
    return 0;
}
