// Counts in a variable that has too many values to be tried all.
void put(void);
void close_queue(void);

void a(unsigned n) {
    unsigned i;
    for (i = 0; i < n; i++)
        put();
    close_queue();
}
