// Writes what the other one reads, by what holds the address of what holds its address.
void f(void);
int common;
static int *holder = &common;
static int **known = &holder;
void one(void) { ++**known; f(); }
