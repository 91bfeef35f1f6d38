// expect: error unsupported: the attributes of `stop` cannot be copied
__attribute__((noreturn)) void stop(void);
__attribute__((copy(stop))) void own(void);
int main(void) {
    own();
    return 0;
}
