// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct large { int parts[8]; };
static struct large make(int first) {
    struct large made = {{first, 2}};
    return made;
}
int main(void) {
    int buffer[8] = {1}, kept = buffer[0];
    struct large (*call)(int) = make;
    struct large made = call(7);
    check(buffer[0] == 1 && made.parts[0] == 7);
    void (*wrong)(int *, int) = (void (*)(int *, int))make;
    wrong(buffer, 7);
    check(kept == 1);
    return 0;
}
