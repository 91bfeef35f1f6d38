// expect: error unsupported: the attribute `constructor` is
# 1 "h.h" 1
static inline void helper(void) { void (__attribute__((constructor)) start)(void); }
# 10 "lasting_inside_a_declarator.c" 2
/* Nothing calls the header's function; what it declares lasts beyond it. */
static int n;
void start(void);
int main(void) { return n; }
void start(void) { n = 9; }
