// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* An array of integers is accessed through a structure of arrays of structures. */
struct part {
    int a;
    int b;
};
struct whole {
    struct part parts[2];
};
int main(void) {
    int x[4] = {1, 2, 3, 4};
    int *q = x;
    struct whole *p = (struct whole *)q;
    p->parts[0].a = 7;
    check(x[0] == 7);
    return 0;
}
