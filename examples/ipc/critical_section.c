// Lets one in at a time: the writer (1) or the reader (2).
void cs_enter(int who);
void cs_leave(int who);
int wanted(void);

void critical_section(void) {
    for (;;) {
        int who = wanted() ? 1 : 2;
        cs_enter(who);
        cs_leave(who);
    }
}
