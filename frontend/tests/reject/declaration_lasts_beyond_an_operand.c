// expect: error unsupported: this declaration means nothing here
/* The operand is not chosen, but gcc calls `start` before `main` all the same. */
static int n;
void start(void);
int main(void) {
    int k = __builtin_choose_expr(1, 0, ({
        extern void start(void) __attribute__((constructor));
        0;
    }));
    return n + k;
}
void start(void) { n = 9; }
