// expect: may be the compiler's own function or the `strlen` that the program defines
void reach_error(void);
unsigned long strlen(const char *s) { return 7; }
int main(void) {
    if (__builtin_strlen("abc") != 7) reach_error();
    return 0;
}
