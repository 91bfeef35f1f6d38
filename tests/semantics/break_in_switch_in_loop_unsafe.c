// inputs: 1
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i, n = 0;
    for (i = 0; i < 2; i++) {
        switch (i) { case 0: break; default: n++; continue; }
        n += 10;
    }
    check(n == 10);
    return 0;
}
