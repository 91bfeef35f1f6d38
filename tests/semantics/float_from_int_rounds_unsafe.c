// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i = 16777217;
    float f = i;
    check((int)f == i);
    return 0;
}
