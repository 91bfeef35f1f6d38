// What the verifier knows of a function is not what another component makes of it.
void __VERIFIER_assume(int);
void on(void);
void off(void);
void one(void) { on(); off(); __VERIFIER_assume(0); on(); on(); }
