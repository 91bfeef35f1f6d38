void tick(void);
void helper(void) { tick(); }
void two(void) { for (;;) tick(); }
