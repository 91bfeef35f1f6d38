// expect: error unsupported: whether this is a null pointer constant
int main(void) {
    int n = 1;
    return _Generic(1 ? &n : (void *)(int)0.0, int *: 1, void *: 2);
}
