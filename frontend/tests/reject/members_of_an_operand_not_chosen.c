// expect: error unsupported: this type means nothing here
/* As with enumerators: the structure is known behind the operand. */
int main(void) {
    return __builtin_choose_expr(1, 5, sizeof(struct s { int a; }));
}
