// expect: error unsupported: this type means nothing here
/* The outer structure has no tag, and declares nothing; the inner one has, and is known behind it. */
int main(void) {
    return __builtin_choose_expr(1, 5, sizeof(struct { struct s { int a; } b; }));
}
