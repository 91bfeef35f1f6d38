// inputs: 0
// A pointer to a member of an inner structure becomes one to another structure.
void reach_error(void);
struct inner {
    int a;
};
struct other {
    int a;
    int z;
};
struct outer {
    struct inner inner;
    int y;
};
struct outer x;
int main(void) {
    struct inner *p = &x.inner;
    struct other *q = (struct other *)(void *)&p->a;
    x.y = 0;
    q->z = 5;
    if (x.y != 5)
        reach_error();
    return 0;
}
