// expect: has cleared
void reach_error(void);
void *kzalloc(unsigned long, unsigned);
int main(void) {
    int *p = kzalloc(4 * sizeof *p, 0);
    if (p && p[2]) reach_error();
    return 0;
}
