// expect: ok
# 1 "h.h" 1
static inline void helper(void) { asm(".globl other\nother = n"); }
# 10 "asm_directives_not_emitted.c" 2
/* No directive is there: gcc does not emit the header's function, and others have instructions. */
static int n;
void unreached(void) { asm volatile("lock; addl $0,-4(%%rsp)\n1:\tjmp 1f\n1:" ::: "memory"); }
int main(void) { return n; }
