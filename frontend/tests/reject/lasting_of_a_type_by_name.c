// expect: error unsupported: the attribute `constructor` is
# 1 "h.h" 1
static inline void helper(void) { __typeof__(void(void)) start __attribute__((constructor)); }
# 10 "lasting_of_a_type_by_name.c" 2
/* Nothing calls the header's function; what it declares lasts beyond it. */
static int n;
void start(void);
int main(void) { return n; }
void start(void) { n = 9; }
