// expect: error type: `long` cannot be cast to `union u`
union u {
    int number;
    char character;
};
int main(void) {
    long n = 1;
    return ((union u)n).number;
}
