// expect: error unsupported: `__ftw64_time64` is not supported: it runs functions of the program
/* What <ftw.h> makes of `ftw` with -D_TIME_BITS=64 -D_FILE_OFFSET_BITS=64 on i386. */
extern int ftw(const char *, int (*)(const char *, const void *, int), int) __asm__("__ftw64_time64");
static int seen;
static int visit(const char *name, const void *about, int kind) {
    seen = 1;
    return name == about && kind;
}
int main(void) {
    ftw("/", visit, 2);
    return seen;
}
