// expect: error unsupported: `error_print_progname` is not supported: the library runs functions of the program that it holds
extern void (*error_print_progname)(void);
void error(int, int, const char *, ...);
static void name(void) {
}
int main(void) {
    error_print_progname = name;
    error(0, 0, "x");
    return 0;
}
