// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
int main(void) {
    char *p = aligned_alloc(64, 128);
    if (!p) return 0;
    check((unsigned long) p % 64 == 0 && (unsigned long) p % 8 == 0);
    return 0;
}
