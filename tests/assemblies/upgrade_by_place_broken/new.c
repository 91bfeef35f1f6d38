// Where an interpreter puts the object, it says a. In a process it need not.
void a(void);
static int x, y;

void go(void) {
    if ((unsigned long)&x < (unsigned long)&y) a();
}
