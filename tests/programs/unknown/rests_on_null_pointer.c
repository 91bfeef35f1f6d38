// expect: null pointer
void reach_error(void);
void *malloc(unsigned long);
int main(void) {
    int *x = malloc(sizeof(int)), *y = malloc(sizeof(int));
    *x = 0;
    *y = 1;
    if (*x != 0)
        reach_error();
    return 0;
}
