/* A block lies apart from variables and from other blocks. */
void reach_error(void);
void *malloc(unsigned long);
int main(void) {
    int x = 1;
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (p && p == &x) reach_error();
    if (p && p == q) reach_error();
    return 0;
}
