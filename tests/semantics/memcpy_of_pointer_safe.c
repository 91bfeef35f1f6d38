// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memcpy(void *, const void *, unsigned long);
int main(void) {
    int x = 5, *p = &x;
    char *c;
    memcpy(&c, &p, sizeof c);
    *c = 1;
    check(p == &x);
    return 0;
}
