// Takes items from the write queue, and writes them into the IPC queue; bodies without the lock.
void wq_get(int item);
void cs_enter(int who);
void cs_leave(int who);
void ipc_write(int item);
int offered(void);

void writer(void) {
    for (;;) {
        int item = offered();
        if (item != 1 && item != 2)
            continue;
        wq_get(item);
        if (item == 1)
            cs_enter(1);
        ipc_write(item);
        if (item == 1)
            cs_leave(1);
    }
}
