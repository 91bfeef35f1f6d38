// expect: error syntax: unexpected `[[gnu::constructor]]
# 1 "h.h" 1
static inline void helper(void) { [[gnu::constructor]] void start(void); }
# 10 "lasting_in_two_brackets.c" 2
/* Nothing calls the header's function; what it declares lasts beyond it. */
static int n;
void start(void);
int main(void) { return n; }
void start(void) { n = 9; }
