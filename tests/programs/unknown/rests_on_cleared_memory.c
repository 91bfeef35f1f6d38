// expect: has cleared
void reach_error(void);
void *calloc(unsigned long, unsigned long);
int main(void) {
    int *p = calloc(4, sizeof *p);
    if (p && p[2]) reach_error();
    return 0;
}
