// inputs: 0
void reach_error(void);
static int calls;
extern int magnitude(int) __asm__("abs");
extern inline __attribute__((gnu_inline, always_inline)) int abs(int x) {
    calls++;
    return magnitude(x);
}
int main(void) {
    abs(-3);
    if (calls != 1)
        reach_error();
    return 0;
}
