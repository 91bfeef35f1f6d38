// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memcpy(void *, const void *, unsigned long);

int main(void) {
    float f = 1;
    unsigned u = 0;
    memcpy(&u, &f, sizeof u);
    check(f == 1);
    return 0;
}
