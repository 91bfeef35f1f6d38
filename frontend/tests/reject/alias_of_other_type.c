// expect: error unsupported: `y` has another type than `x`, for which this is an alias
int x = -1;
extern unsigned y __attribute__((alias("x")));
int main(void) {
    return y > 0;
}
