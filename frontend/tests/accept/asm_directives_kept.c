// expect: ok
# 1 "h.h" 1
static inline void helper(void) __attribute__((used));
static inline void helper(void) { asm(".globl other\nother = n"); }
# 10 "asm_directives_kept.c" 2
/* Nothing calls the header's function; gcc emits it. */
int n;
extern int other;
int main(void) { n = 1; return other; }
