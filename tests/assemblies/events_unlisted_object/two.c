void tick(void);
void two(void) { for (;;) tick(); }
