// Asks whenever it likes, and takes one answer between two questions, or more.
void ask(void);
void answer(void);
int more(void);

void client(void) {
    for (;;) {
        ask();
        do
            answer();
        while (more());
    }
}
