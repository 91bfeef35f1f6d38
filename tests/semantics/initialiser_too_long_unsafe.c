// inputs:
// C11 6.7.9p2: a value for which there is no part in its braces is for nothing.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}
static union {
    int first, second;
} one = {1, 2};
static int array[2] = {3, 4, 5};
static struct {
    struct {
        int a;
    } inner;
    int b;
} whole = {{6, 7}, 8, 9};

int main(void) {
    char text[2] = {'a', 'b', 0};
    check(one.first == 1 && array[0] == 3 && array[1] == 4);
    check(whole.inner.a == 6 && whole.b == 7);
    check(text[0] == 'a' && text[1] == 'b' && sizeof text == 2);
    return 0;
}
