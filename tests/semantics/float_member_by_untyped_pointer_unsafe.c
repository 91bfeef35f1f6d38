// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct pair { double a, b; };
static void set(void *p) { *(double *)p = 5; }

int main(void) {
    struct pair p = {1, 2};
    set(&p.a);
    check(p.a == 1);
    return 0;
}
