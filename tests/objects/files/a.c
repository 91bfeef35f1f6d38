void put(void);
void a(void) { put(); }
