// expect: error unsupported: numbers of this complex type are not supported
int main(void) {
    _Complex _Float64 z = 1.0;
    return 0;
}
