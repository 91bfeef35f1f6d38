// Its calls are no events of its own: whoever looks at the calls sees them all the same.
void put(int);
void tick(void);
void two(void) { for (;;) { put(2); put(2); tick(); } }
