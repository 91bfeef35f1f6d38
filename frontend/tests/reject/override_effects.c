// expect: error unsupported: overriding an initialiser is not supported if it has effects
// gcc does not evaluate it.
int n;
int next(void) { return ++n; }
int main(void) {
    int a[2] = {[0] = next(), [0] = 5};
    return a[0];
}
