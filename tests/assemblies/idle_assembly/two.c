// No premise is about it; that it shares nothing with the other one is assumed of its assembly. Its
// call of `put` counts as an event only with 1.
void put(int);
void tick(void);
void two(void) {
    for (;;) {
        __asm__ volatile ("" ::: "memory");
        put(2);
        tick();
    }
}
