// Sends messages: a head, and then a body.
void wq_put(int item);

void sender(void) {
    for (;;) {
        wq_put(1);
        wq_put(2);
    }
}
