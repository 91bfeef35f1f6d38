// An event that the component has in itself.
void f(void) {}
void one(void) { f(); }
