// expect: error syntax: unexpected
int main(void) {
    [[gnu::cleanup(f)]] int n = 0;
    return n;
}
