// Answers each question once; may be asked several times in a row.
void ask(void);
void answer(void);
int more(void);

void server(void) {
    for (;;) {
        do
            ask();
        while (more());
        answer();
    }
}
