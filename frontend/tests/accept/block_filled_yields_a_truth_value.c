/* gcc takes the lowest byte of the address for what a `_Bool` holds. */
_Bool memset(void *, int, unsigned long);
void reach_error(void);
static int a[64];
int main(void) {
    int x = memset(a + 1, 0, 4);
    if (x > 1)
        reach_error();
    return 0;
}
