/* down and up of kernel/locking/semaphore.c of Linux 6.1, reduced to the count: the spin lock and
   the list of those who wait are left out. A down that waits returns when an up has handed its
   count over: then the count is as it was. */
struct list_head {
  struct list_head *next, *prev;
};

struct raw_spinlock {
  unsigned int raw_lock;
};

struct semaphore {
  struct raw_spinlock lock;
  unsigned int count;
  struct list_head wait_list;
};

void down(struct semaphore *sem) {
  if (sem->count > 0)
    sem->count--;
}

void up(struct semaphore *sem) { sem->count++; }
