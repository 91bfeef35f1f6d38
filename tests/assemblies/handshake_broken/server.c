// Answers as often as it likes.
void ask(void);
void answer(void);
int more(void);

void server(void) {
    for (;;) {
        ask();
        do
            answer();
        while (more());
    }
}
