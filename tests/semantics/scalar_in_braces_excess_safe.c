// inputs:
// C11 6.7.9p2, p11: gcc takes the first value in braces for a number, and leaves the others out.
void reach_error(void);
static int fixed[2][3] = {1, {4, 5}, 6, {7}};
int main(void) {
    int x = {3, 9}, y = {{{2}}, 8};
    if (fixed[0][0] != 1 || fixed[0][1] != 4 || fixed[0][2] != 6) reach_error();
    if (fixed[1][0] != 7 || fixed[1][1] != 0 || x != 3 || y != 2) reach_error();
    return 0;
}
