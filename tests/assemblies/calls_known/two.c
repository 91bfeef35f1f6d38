void tick(void);
void __VERIFIER_assume(int condition) { (void)condition; }
void two(void) { for (;;) tick(); }
