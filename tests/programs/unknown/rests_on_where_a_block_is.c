// expect: a volatile
/* Which bytes are filled depends on something unknown. */
void reach_error(void);
void *memset(void *, int, unsigned long);
int main(void) {
    int a[4] = { 0, 1, 2, 3 };
    volatile int one = 1;
    memset(&a[one & 3], 0, 5);
    if (a[0] == 0) reach_error();
    return 0;
}
