// expect: error unsupported: whether these arrays of variable length have the same length is not known
int main(void) {
    int n = 4, m = 5, c = 1, x[60];
    int(*q)[n][3] = (void *)x;
    int(*p)[2][m] = (void *)x;
    return sizeof *(c ? q : p) == 24;
}
