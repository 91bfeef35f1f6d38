// One of the two is in front of the other, wherever they are.
void a(void);
static int x, y;

void go(void) {
    unsigned long first = (unsigned long)&x, second = (unsigned long)&y;
    if (first < second || second < first) a();
}
