// Both events are one call: 255 is -1 here.
void f(unsigned char);
void one(void) { f(3); f(255); }
