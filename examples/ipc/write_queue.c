// Holds what is sent, up to two items, first in first out.
void wq_put(int item);
void wq_get(int item);
int offered(void);
int wanted(void);

static int count, first, second;

void write_queue(void) {
    for (;;) {
        if (count < 2 && (count == 0 || wanted())) {
            int item = offered();
            if (item != 1 && item != 2)
                continue;
            wq_put(item);
            if (count == 0)
                first = item;
            else
                second = item;
            count = count + 1;
        } else {
            wq_get(first);
            first = second;
            count = count - 1;
        }
    }
}
