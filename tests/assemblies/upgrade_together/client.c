// One answer for each question.
void ask(void);
void answer(void);

void client(void) {
    for (;;) {
        ask();
        answer();
    }
}
