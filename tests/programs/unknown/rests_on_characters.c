// expect: bytes
void reach_error(void);
int main(void) {
    /* Where there is assembly, memory is not made of bytes. */
    __asm__("");
    int x = 0;
    unsigned char *p = (unsigned char *)&x;
    if (p[0]) reach_error();
    return 0;
}
