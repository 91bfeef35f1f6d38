// Two steps at most, or three.
void begin(void);
void end(void);
void step(int by);
int more(void);

void user(void) {
    for (;;) {
        begin();
        step(1);
        if (more()) {
            step(1);
            step(1);
        }
        end();
    }
}
