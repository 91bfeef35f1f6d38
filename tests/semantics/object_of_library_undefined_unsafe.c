// inputs:
// `getopt` changes objects of the library that the program declares and does not define.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

extern int optind;
int getopt(int, char *const[], const char *);
int main(void) {
    static char name[] = "p", option[] = "-a";
    char *arguments[] = {name, option, 0};
    optind = 1;
    getopt(2, arguments, "a");
    check(optind == 1);
    return 0;
}
