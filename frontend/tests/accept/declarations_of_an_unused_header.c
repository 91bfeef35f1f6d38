// expect: ok
# 1 "h.h" 1
/* As the kernel asserts at compile time: nothing else speaks of the function. */
static inline void helper(int n) {
    do {
        __attribute__((noreturn)) extern void assert_12(void) __attribute__((error("too large")));
        if (!(sizeof(n) == 4))
            assert_12();
    } while (0);
    register unsigned long r asm("rbx") = n;
    asm volatile("" : : "r"(r));
}
# 20 "declarations_of_an_unused_header.c" 2
int main(void) { return 0; }
