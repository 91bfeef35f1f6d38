// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* As assignment_moves_its_place, for bit-fields. */
struct fields { unsigned i : 3; };
static struct fields t[4];
int main(void) {
    struct fields *p = t;
    int r;
    t[0].i = 0;
    t[3].i = 5;
    r = (p[p[0].i].i = 3);
    check(r == 3);
    return 0;
}
