// The function has a model, and another component has its own.
__SIZE_TYPE__ strlen(const char *);
void on(void);
void off(void);
void one(void) { on(); off(); if (strlen("")) { on(); on(); } }
