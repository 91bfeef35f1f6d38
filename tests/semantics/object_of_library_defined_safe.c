// inputs:
// `getopt` changes objects of the library also where the program defines them.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int optind = 1;
int getopt(int, char *const[], const char *);
int main(void) {
    static char name[] = "p", option[] = "-a";
    char *arguments[] = {name, option, 0};
    getopt(2, arguments, "a");
    optind = 1;
    check(optind == 1);
    return 0;
}
