// expect: error unsupported: a value with effects for a range of elements is not supported
// gcc evaluates it once.
int n;
int next(void) { return ++n; }
int main(void) {
    int a[3] = {[0 ... 2] = next()};
    return a[2];
}
