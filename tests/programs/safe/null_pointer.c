// Who follows a null pointer leaves the assumption `in-bounds`.
void reach_error(void);
void *malloc(unsigned long);
int main(void) {
    int *x = malloc(sizeof(int));
    *x = 1;
    if (*x == 1 && x == 0)
        reach_error();
    return 0;
}
