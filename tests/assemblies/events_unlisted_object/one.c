// What it takes for an object is a function whose calls are events.
extern char tick[];
void on(void);
void off(void);
void one(void) { on(); off(); ((void (*)(void))tick)(); }
