// expect: a block
/* The element is filled in part: its value is not known, and the other bytes do not help. */
void reach_error(void);
void *memset(void *, int, unsigned long);
int main(void) {
    /* Where there is assembly, memory is not made of bytes. */
    __asm__("");
    int a[2] = { 1, 1 };
    memset((char *)a + 3, 0, 2);
    if (a[0] != 1) reach_error();
    return 0;
}
