// What it takes for an object is a function of the other component, and has events.
extern char helper[];
void on(void);
void off(void);
void one(void) { on(); off(); ((void (*)(void))helper)(); }
