void put(int);
void one(void) { for (;;) { put(1); put(2); } }
