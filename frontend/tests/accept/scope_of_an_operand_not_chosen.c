// expect: ok
/* What the operand that is not chosen declares ends with its braces. */
int main(void) {
    return __builtin_choose_expr(1, 4, ({
        struct s {
            int v;
        } s = {4};
        s.v;
    }));
}
