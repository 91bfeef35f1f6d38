// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memcpy(void *, const void *, unsigned long);
struct part { int i; double d; };

int main(void) {
    float f = 1.25f, g = 0;
    struct part p = {1, 2.5}, q;
    memcpy(&g, &f, sizeof f);
    q = p;
    check(g == 0);
    return 0;
}
