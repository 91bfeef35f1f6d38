// expect: ok
// C23 6.7.12: these mean nothing but warnings.
[[nodiscard("why")]] static int f([[maybe_unused]] int a, int b [[maybe_unused]]) {
    switch (a) {
    case 1:
        b++;
        [[fallthrough]];
    case 2:
        b++;
    }
    [[__maybe_unused__, deprecated]] int x = b;
    return x;
}
struct [[deprecated]] s {
    int n [[deprecated("n")]];
};
int main(void) {
    struct s s = {2};
    int a[] = {[0] = 1, 2};
    return f(a[a[0]], s.n);
}
