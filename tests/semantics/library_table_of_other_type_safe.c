// inputs:
// A program may declare the table of classes as one of something else.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

extern const int **__ctype_b_loc(void);
int main(void) {
    int c = '5';
    check((*__ctype_b_loc())[(int)(c)] == (*__ctype_b_loc())[(int)(c)] || 1);
    return 0;
}
