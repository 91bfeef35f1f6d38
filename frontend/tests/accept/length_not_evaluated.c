// expect: ok
// gcc does not evaluate a length that does not matter for the size (C11 6.7.6.2p5).
extern void reach_error(void);
int main(void) {
    int zero = 0;
    if (sizeof(int(*)[10 / zero]) != sizeof(void *))
        reach_error();
    return 0;
}
