// expect: error unsupported: `argp_help` is not supported: it runs functions of the program
struct argp;
void argp_help(const struct argp *, void *, unsigned, char *);
int main(void) {
    argp_help(0, 0, 0, 0);
    return 0;
}
