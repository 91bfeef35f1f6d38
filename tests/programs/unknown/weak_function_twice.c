// expect: objects are
/* Whether a weak function has a definition does not change. */
void reach_error(void);
__attribute__((weak)) int f(void);
int main(void) {
    if (f == 0) return 0;
    if (f == 0) reach_error();
    return 0;
}
