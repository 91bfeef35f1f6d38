void tick(void);
__SIZE_TYPE__ strlen(const char *text) { return text ? 1 : 2; }
void two(void) { for (;;) tick(); }
