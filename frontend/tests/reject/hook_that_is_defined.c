// expect: error unsupported: `error_print_progname` is not supported: the library runs functions of the program that it holds
void error(int, int, const char *, ...);
static void name(void) {
}
void (*error_print_progname)(void) = name;
int main(void) {
    error(0, 0, "x");
    return 0;
}
