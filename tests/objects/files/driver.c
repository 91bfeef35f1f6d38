#include "driver.h"
struct mutex { int raw; } m;
void mutex_lock_nested(struct mutex *m, int class);
void mutex_unlock(struct mutex *m);
static void take(void) { if (CLASS < 1) mutex_lock_nested(&m, CLASS); }
static void give(void) { mutex_unlock(&m); }
void unused(void) { dead(1); }
int main(void) { struct pair p = { FIRST, 2 }; take(); if (p.a > 0) give(); return 0; }
