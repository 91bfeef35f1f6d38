// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static unsigned long long x = 0x500000000ULL;
int main(void) {
    unsigned long long r = __sync_fetch_and_add(&x, 1ULL);
    check(r == 0x500000000ULL && x == 0x500000001ULL);
    return 0;
}
