typedef char T;
int f(int T, int (*g)(T)) {
    return T;
}
int h(T (*T)(int), int (x)) {
    return x;
}
int main(void) {
    return f(1, 0) + h(0, -1);
}
