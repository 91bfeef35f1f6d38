// Enters the section again and again; sometimes it ends.
void cs_enter(void);
void cs_leave(void);
int ready(void);

static int inside;

void writer(void) {
    for (;;) {
        if (!inside && ready()) {
            cs_enter();
            inside = 1;
        } else if (inside) {
            cs_leave();
            inside = 0;
        } else {
            return;
        }
    }
}
