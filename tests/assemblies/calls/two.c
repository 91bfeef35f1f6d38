void stop(void);
void helper(void) { stop(); }
void two(void) { for (;;) stop(); }
