// expect: error unsupported: the attribute `constructor` is supported in front of
# 1 "h.h" 1
static inline void helper(void) {
    if (sizeof(int) == 4) {
        void start(void) __attribute__((constructor));
    }
}
# 10 "declaration_lasts_beyond_a_header.c" 2
/* Nothing calls the header's function, but gcc calls `start` before `main`. */
static int n;
int main(void) { return n; }
void start(void) { n = 9; }
