// expect: a block
void reach_error(void);
void *memset(void *, int, unsigned long);
int main(void) {
    int x[2] = {0, 0};
    int *p = &x[0];
    memset(x, 1, 1);
    if (*p != 1) reach_error();
    return 0;
}
