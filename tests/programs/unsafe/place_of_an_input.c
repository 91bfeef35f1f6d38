// options: --entry at
/* An input may be the address of an object, wherever that is. */
void reach_error(void);
static int x, y;
void at(int *p, int **q) {
    if (p == &x && q[0] == &y && p != q[0]) reach_error();
}
