// Holds one item. What is read may be read once more.
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
        ipc_read(item);
        if (wanted())
            ipc_read(item);
    }
}
