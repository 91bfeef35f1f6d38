// expect: error unsupported: whether gcc takes this operand for a constant here
int main(void) {
    return __builtin_choose_expr(__builtin_constant_p("abc"), 1, 2);
}
