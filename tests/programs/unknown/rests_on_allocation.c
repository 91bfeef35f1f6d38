// expect: address of allocated memory
void reach_error(void);
void *malloc(unsigned long);
int main(void) {
    int x = 1;
    int *p = malloc(sizeof *p);
    if (p && (unsigned long)p < (unsigned long)&x) reach_error();
    return 0;
}
