// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

extern int environ_like;
int environ_like = 3;
int main(void) {
    check(environ_like == 0);
    return 0;
}
