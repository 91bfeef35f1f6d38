// expect: error unsupported: this declaration means nothing here
/* The type's name says that the function does not return. */
typedef void never(void) __attribute__((noreturn));
void start(void);
int main(void) {
    return __builtin_choose_expr(1, 0, ({ never start; 0; }));
}
void start(void) {}
