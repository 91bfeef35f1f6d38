void tick(void);
const int limit = 0;
void two(void) { for (;;) tick(); }
