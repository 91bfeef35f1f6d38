// expect: error unsupported: a function cannot have the name of a register
void f(void) __asm__("%rax");
int main(void) {
    f();
    return 0;
}
