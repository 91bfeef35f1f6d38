// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A member of each element of an array: its neighbours keep their values. */
struct part {
    char kind;
    int value;
};
static struct part parts[50] = { [7] = { 1, 2 } };
int main(void) {
    int i = 7;
    check(parts[i].kind == 0);
    return 0;
}
