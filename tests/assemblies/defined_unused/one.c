// What it has in itself would be what another component calls, whether it calls it itself or not.
void f(void) {}
void g(void);
void one(void) { g(); }
