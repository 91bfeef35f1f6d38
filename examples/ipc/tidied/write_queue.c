// Holds what is sent, up to two items, first in first out: the same as before, in functions.
void wq_put(int item);
void wq_get(int item);
int offered(void);
int wanted(void);

static int count, first, second;

static void put(int item) {
    wq_put(item);
    if (count++ == 0)
        first = item;
    else
        second = item;
}

static void get(void) {
    wq_get(first);
    first = second;
    count--;
}

void write_queue(void) {
    for (;;) {
        if (count < 2 && (count == 0 || wanted())) {
            int item = offered();
            if (item == 1 || item == 2)
                put(item);
        } else {
            get();
        }
    }
}
