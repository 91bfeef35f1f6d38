// Holds two items: the second one only if the first is a head. May forget a body.
void ipc_write(int item);
void ipc_read(int item);
int offered(void);
int wanted(void);

void ipc_queue(void) {
    for (;;) {
        int item = offered();
        if (item != 1 && item != 2)
            continue;
        ipc_write(item);
        if (item == 1 && wanted()) {
            ipc_write(2);
            ipc_read(1);
            if (wanted())
                ipc_read(2);
        } else {
            ipc_read(item);
        }
    }
}
