// Holds what is written, up to two items, first in first out.
void ipc_write(int item);
void ipc_read(int item);
int offered(void);
int wanted(void);

static int count, first, second;

void ipc_queue(void) {
    for (;;) {
        if (count < 2 && (count == 0 || wanted())) {
            int item = offered();
            if (item != 1 && item != 2)
                continue;
            ipc_write(item);
            if (count == 0)
                first = item;
            else
                second = item;
            count = count + 1;
        } else {
            ipc_read(first);
            first = second;
            count = count - 1;
        }
    }
}
