// inputs:
// `prctl` gets addresses as numbers.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int prctl(int, ...);
static short name[8];
int main(void) {
    name[0] = 1;
    check(name[0] == 1);
    prctl(16, (unsigned long)name);
    return 0;
}
