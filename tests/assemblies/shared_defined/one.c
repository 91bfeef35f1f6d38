// The other component says what it is, whether it looks at it itself or not.
extern const int limit;
void on(void);
void off(void);
void one(void) { on(); off(); if (limit) { on(); on(); } }
