// Names without definitions, labels, objects without a size, ends of strings, addresses of dead objects.
extern char **environ, **__environ;
void reach_error(void);
struct empty {};
static unsigned long address(void) {
    int local;
    return (unsigned long)&local;
}
int main(void) {
    struct empty a, b;
    const char *text = "xab", *end = "ab";
    environ = 0;
    __environ = (char **)8;
    if (environ || &a == &b || &&here == &&there || text + 1 == end || address() == address())
        reach_error();
here:
there:
    return 0;
}
