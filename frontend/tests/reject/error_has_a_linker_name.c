// expect: error unsupported: calls of `reach_error` are the error
void reach_error(void) __asm__("other");
int main(void) {
    reach_error();
    return 0;
}
