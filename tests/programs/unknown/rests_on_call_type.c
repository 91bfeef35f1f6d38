// expect: function of another type
void reach_error(void);
static int same(long x) { return (int)x; }
int main(void) {
    int (*f)(int) = (int (*)(int))same;
    if (f(3) != 3) reach_error();
    return 0;
}
