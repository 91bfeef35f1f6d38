// options: --arch ilp32
/* As without the check. */
void *__memset_chk(void *, long long, unsigned, unsigned);
void reach_error(void);
int main(void) {
    int a = 0;
    __memset_chk(&a, 2, 4, 4);
    if (a == 0)
        reach_error();
    return 0;
}
