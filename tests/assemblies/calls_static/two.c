void stop(void);
static void helper(void) { stop(); }
void two(void) { for (;;) helper(); }
