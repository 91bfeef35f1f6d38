// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int g;
int g = 4;
int g;
int main(void) {
    check(g == 0);
    return 0;
}
