/* The address behind the first element of a block is no null pointer. */
void reach_error(void);
void *malloc(unsigned long);
static int *previous(int *p) { return p ? p - 1 : 0; }
int main(void) {
    int *begin = malloc(16);
    int *end = begin + 1;
    if (begin != previous(end))
        reach_error();
    return 0;
}
