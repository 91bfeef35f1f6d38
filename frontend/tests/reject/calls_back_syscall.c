// expect: error unsupported: `syscall` is not supported: it runs functions of the program
long syscall(long, ...);
int main(void) {
    return syscall(39) > 0;
}
