// inputs:
// imprecise: the front end refuses it
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int low(a) int a __attribute__((mode(QI)));
{ return a; }
int main(void) {
    check(low(300) == 44);
    return 0;
}
