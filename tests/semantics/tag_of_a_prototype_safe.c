// inputs:
// after: units/late.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void change(struct late *p);
struct late { int v; };
struct late get(int v);
extern struct late kept;
int main(void) {
    struct late own = {1};
    struct late got = get(3);
    change((void *)&own);
    check(own.v == 5 && got.v == 3 && kept.v == 2);
    return 0;
}
