// Reads items from the IPC queue under the lock, and delivers them.
void cs_enter(int who);
void cs_leave(int who);
void ipc_read(int item);
void rq_put(int item);
int offered(void);

void reader(void) {
    for (;;) {
        int item = offered();
        if (item != 1 && item != 2)
            continue;
        cs_enter(2);
        ipc_read(item);
        cs_leave(2);
        rq_put(item);
    }
}
