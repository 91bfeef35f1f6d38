// Takes what is delivered.
void rq_put(int item);
int offered(void);

void read_queue(void) {
    for (;;)
        rq_put(offered());
}
