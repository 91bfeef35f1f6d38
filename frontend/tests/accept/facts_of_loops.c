// expect: ok
/* What is said of a body without braces stands behind the loop, unless it is about the names of
   the loop. */
enum { K = 1 };
int x;
int main(void) {
    int r = 0;
    for (int i = 0; i < 3; i++) r += _Generic(x, int: 5, default: 7) + (int)sizeof(x) + K;
    for (int i = 0; i < 3; i++) r += sizeof(i);
    for (int j = 0; j < 3; j++) for (long i = 0; i < 3; i++) if (r) r += sizeof(i) + K; else r -= sizeof(x);
    for (struct { int a; } s = {1}; s.a < 3; s.a++) r++;
    int y = 2;
    for (int y = 0; y < 3; y++) r += sizeof y + y;
    if (y) for (int k = 0; k < 2; k++) r += ({ int q = k; q + 4 * (int)sizeof(q); });
    switch (y) { case 1: for (int k = 0; k < 2; k++) r += K + sizeof(long); case 2: r++; }
    return r;
}
