int fork(void);
void on(void);
void off(void);
void one(void) { fork(); for (;;) { on(); off(); } }
