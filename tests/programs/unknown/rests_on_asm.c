// expect: inline assembly
void reach_error(void);
int main(void) {
    int x = 1;
    asm("nop" : "+r"(x));
    if (x != 1) reach_error();
    return 0;
}
