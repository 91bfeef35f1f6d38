// expect: objects are
/* A weak function that the program defines has an address. */
void reach_error(void);
__attribute__((weak)) int f(void) {
    return 1;
}
int main(void) {
    if (!f) reach_error();
    return 0;
}
