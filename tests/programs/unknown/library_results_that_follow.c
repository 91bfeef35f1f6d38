// expect: the result of a library function
// The result is no input: the library never yields another one.
extern void reach_error(void);
extern void *rawmemchr(const void *s, int c);
int main(void) {
    char *s = "abc";
    if (rawmemchr(s, 'c') != s + 2)
        reach_error();
    return 0;
}
