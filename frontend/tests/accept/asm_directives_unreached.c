// expect: ok
# 1 "h.h" 1
static void start(void);
static void helper(void) {
    asm volatile(".pushsection .init_array,\"aw\"\n\t.quad start\n\t.popsection");
}
# 10 "asm_directives_unreached.c" 2
/* Nothing calls the header's function; gcc emits it at -O0, and the run begins with `start`. */
static int n;
int main(void) { return n; }
static void start(void) { n = 9; }
