// expect: error unsupported: `T` is a type here, not the name of a parameter
typedef char T;
int f(T (T));
int main(void) {
    return f((int (*)(T))300);
}
