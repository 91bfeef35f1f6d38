// Goes on for ever.
void go(void);

void goes(void) {
    for (;;)
        go();
}
