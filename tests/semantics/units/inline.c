#include "inline.h"
extern inline int shared(int x);
int copied(int x) { return x + 2; }
int through(int x) { return shared(x); }
