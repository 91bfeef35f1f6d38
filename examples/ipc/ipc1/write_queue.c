// Holds a whole message, and begins with a head: a queue that has a body first is no more. It may
// take a head behind a body that nobody has fetched yet.
void wq_put(int item);
void wq_get(int item);
int wanted(void);

enum { EMPTY, HEAD, HEAD_BODY, BODY, BODY_HEAD };
static int holds = EMPTY;

void write_queue(void) {
    for (;;) {
        switch (holds) {
        case EMPTY:
            wq_put(1);
            holds = HEAD;
            break;
        case HEAD:
            wq_put(2);
            holds = HEAD_BODY;
            break;
        case HEAD_BODY:
            wq_get(1);
            holds = BODY;
            break;
        case BODY:
            if (wanted()) {
                wq_put(1);
                holds = BODY_HEAD;
            } else {
                wq_get(2);
                holds = EMPTY;
            }
            break;
        default:
            wq_get(2);
            if (wanted()) {
                wq_get(1);
                holds = EMPTY;
            } else {
                holds = HEAD;
            }
        }
    }
}
