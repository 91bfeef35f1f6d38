// expect: error unsupported: an object that the linker knows by another name is not supported
int x;
extern int y __asm__("x");
int main(void) {
    x = 1;
    y = 7;
    return x;
}
