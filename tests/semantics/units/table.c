int entries[3] = {1, 2, 3};
int (*handlers[])(void);
static int two(void) { return 2; }
int (*handlers[])(void) = {0, two};
