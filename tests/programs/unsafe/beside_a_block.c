/* The same, but the pointer is to the array. */
void reach_error(void);
void *memset(void *, int, unsigned long);
int main(void) {
    int x[2] = {0, 0};
    int other = 1, *p = &other;
    memset(x, 1, 8);
    p = x;
    if (*p != 1 || x[1] != 0) reach_error();
    return 0;
}
