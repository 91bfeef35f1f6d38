// expect: error unsupported: `T` is a type here, not the name of a parameter
typedef char T;
int f(int ((T)));
int main(void) {
    return 0;
}
