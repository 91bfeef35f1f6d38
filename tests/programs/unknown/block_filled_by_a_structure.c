/* gcc passes the structure in the registers where the library looks for a byte and a size. */
struct passed { long byte, size; };
void *memset(void *, struct passed, unsigned long);
void reach_error(void);
int main(void) {
    int a[4] = {1, 1, 1, 1};
    struct passed passed = {2, 16};
    memset(a, passed, 4);
    if (a[3] != 1)
        reach_error();
    return 0;
}
