// inputs:
// What calls the table may be a variable of the program.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static unsigned short own[128];
static const unsigned short *start = own;
static const unsigned short **mine(void) { return &start; }
int main(void) {
    const unsigned short **(*__ctype_b_loc)(void) = mine;
    int c = '5';
    own[65] = 1;
    check(!((*__ctype_b_loc())[(int)(c)] & 2048));
    return 0;
}
