// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* An initialiser leaves padding as it was, which another member of a union may see (6.2.6.1p6). */
union view {
    struct {
        char a;
        short b;
        int c;
    } padded;
    struct {
        char x, y, z, w;
        int e;
    } full;
};
int main(void) {
    for (int i = 0; i < 2; i++) {
        union view object = {.padded = {1, 2, 3}};
        if (i == 1)
            check(object.padded.b == 2);
        object.full.y = 7;
    }
    return 0;
}
