// inputs:
// imprecise: the front end refuses it
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct s { char c; int *__attribute__((aligned(32))) p; };
int main(void) {
    check(sizeof(struct s) == 64);
    return 0;
}
