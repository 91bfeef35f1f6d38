// expect: error unsupported: calls of `reach_error` are the error
static void other(void) {}
void reach_error(void) __attribute__((alias("other")));
int main(void) {
    reach_error();
    return 0;
}
