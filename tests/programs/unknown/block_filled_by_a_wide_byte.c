// options: --arch ilp32
/* What is in the place of the size is the upper half of the byte. */
void *memset(void *, long long, unsigned);
void reach_error(void);
int main(void) {
    int a = 0;
    memset(&a, 2, 4);
    if (a == 0)
        reach_error();
    return 0;
}
