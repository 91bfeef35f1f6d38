// inputs: 0
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int g = 3;
int main(void) {
    int g = 1;
    { extern int g; g = 8; }
    check(g == 8);
    return 0;
}
