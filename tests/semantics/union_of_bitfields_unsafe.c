// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

union flags { struct { unsigned low : 4, high : 4; } part; unsigned char all; };
static void clear(union flags *f) { f->part.low = 0; }
int main(void) {
    union flags f, g;
    f.all = 0xff;
    g.all = 0xff;
    clear(&f);
    check(g.all != 0xff);
    return 0;
}
