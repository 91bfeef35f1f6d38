// Waits for the other one.
void go(void);
void bad(void);

void b(void) {
    go();
    bad();
}
