// inputs:
// options: --arch ilp32
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int counter = 1;
int main(void) {
    asm volatile("movl $2, counter" : : : "mem\157ry");
    check(counter == 1);
    return 0;
}
