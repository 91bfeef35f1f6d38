unsigned f(unsigned);
void reach_error(void);
int main(void) {
    unsigned a = f(1), b = f(2), c = f(3);
    if (a > 1 && b > 1 && c > 1 && a < 99 && b < 99 && c < 99 && a * a * a + b * b * b == c * c * c)
        reach_error();
}
