// Assembly outside of functions may define names.
int x;
__asm__(".globl y\n.set y, x");
int main(void) { return x; }
