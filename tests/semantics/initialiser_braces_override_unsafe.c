// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A list in braces overrides what was said before also where it is silent (6.7.9p19, p21). */
struct pair {
    int a;
    int b;
};
static struct pair global[3] = {[0 ... 2] = {1, 2}, [1] = {.b = 5}};
int main(void) {
    struct pair local[3] = {[0 ... 2] = {1, 2}, [1] = {.b = 5}};
    struct { char s[4]; int n; } text = {.s = "abc", .s = {'x'}};
    check(global[1].a == 1 || local[1].a == 1 || text.s[1] == 'b');
    return 0;
}
