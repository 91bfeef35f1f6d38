// inputs:
// options: --arch ilp32
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int counter = 1;
int main(void) {
    int kept = counter;
    asm volatile("movl $2, counter" : : : "mem" "ory");
    check(kept == 1);
    counter = 3;
    check(counter == 3);
    return 0;
}
