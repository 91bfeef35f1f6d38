// Forgets that it is inside.
void cs_enter(void);
void cs_leave(void);
int ready(void);

void writer(void) {
    while (ready()) {
        cs_enter();
        if (ready())
            cs_leave();
    }
}
