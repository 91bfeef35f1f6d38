// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct large { int parts[8]; };
static int seen;
static void note(int value) { seen = value; }
int main(void) {
    struct large (*call)(int) = (struct large (*)(int))note;
    call(7);
    check(seen == 7);
    return 0;
}
