// Writes what the other one reads.
void f(void);
int common;
void one(void) { common++; f(); }
