// options: --arch ilp32
/* Without a prototype nothing is converted: the byte takes the places of byte and size. */
void *memset();
void reach_error(void);
int main(void) {
    int a = 5;
    memset(&a, 3LL, 4);
    if (a == 5)
        reach_error();
    return 0;
}
