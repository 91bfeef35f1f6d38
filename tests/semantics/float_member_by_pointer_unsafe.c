// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct pair { float a, b; };

int main(void) {
    struct pair p = {1, 2};
    float *f = &p.b;
    *f = 5;
    check(p.b == 2);
    return 0;
}
