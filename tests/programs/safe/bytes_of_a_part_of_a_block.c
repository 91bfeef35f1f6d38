/* The last byte of an element and the first of the next are filled. */
void reach_error(void);
void *memset(void *, int, unsigned long);
int main(void) {
    int a[2] = { 1, 1 };
    memset((char *)a + 3, 0, 2);
    if (a[0] != 1) reach_error();
    return 0;
}
