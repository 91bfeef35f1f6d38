// inputs: 0
// The linker finds no definition that is for inlining: the other name is not the same function.
void reach_error(void);
extern int magnitude(int) __asm__("abs");
extern inline __attribute__((gnu_inline, always_inline)) int abs(int x) { return magnitude(x); }
int main(void) {
    if (abs(-3) == 3)
        reach_error();
    return 0;
}
