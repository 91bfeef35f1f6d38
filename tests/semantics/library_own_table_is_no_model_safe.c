// inputs:
// A program's own function counts, whatever its name.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static unsigned short own[128];
static const unsigned short *start = own;
const unsigned short **__ctype_b_loc(void) { return &start; }
#define is(c) ((*__ctype_b_loc ())[(int) ((c))] & (unsigned short int) 1)
int main(void) {
    own[65] = 1;
    check(is(65) && !is(66));
    return 0;
}
