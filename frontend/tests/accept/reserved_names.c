// expect: ok
// What runs in front of `main`, the library and gcc itself know these names.
extern void reach_error(void);
char *__progname;
void __gmon_start__(void) {
    reach_error();
}
int main(void) {
    if (__progname)
        reach_error();
    return 0;
}
