// inputs:
// The type of a redeclared array is the composite one (C11 6.2.7p3).
extern void reach_error(void);

static int a[3];
static int a[] = {1, 2};

int main(void) {
    if (!(sizeof a == 3 * sizeof(int) && a[1] == 2)) return 0;
    reach_error();
    return 1;
}
