// Takes one question at a time: what the old one could do and this one cannot is lost.
void ask(void);
void answer(void);

void server(void) {
    for (;;) {
        ask();
        answer();
    }
}
