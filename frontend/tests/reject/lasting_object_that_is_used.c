// expect: error unsupported: a section of functions
# 1 "h.h" 1
void start(void);
static void helper(void) { static void (*p)(void) __attribute__((used, section(".init_array"))) = start; }
# 10 "lasting_object_that_is_used.c" 2
/* Nothing calls the header's function; what it declares lasts beyond it. */
static int n;
void start(void);
int main(void) { return n; }
void start(void) { n = 9; }
