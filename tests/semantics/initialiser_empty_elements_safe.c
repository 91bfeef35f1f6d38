// inputs:
// Elements in empty braces count for the length of an array (C11 6.7.9p22).
extern void reach_error(void);

static struct S { int x; } a[] = {{}, {1}, {}};

int main(void) {
    if (sizeof a == 3 * sizeof(int)) return 0;
    reach_error();
    return 1;
}
