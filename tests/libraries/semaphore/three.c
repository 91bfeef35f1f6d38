// with sem.lib: unknown
// with C: certified
/* The library knows counts up to one. */
struct list_head { struct list_head *next, *prev; };
struct raw_spinlock { unsigned int raw_lock; };
struct semaphore { struct raw_spinlock lock; unsigned int count; struct list_head wait_list; };
extern void reach_error(void);
void down(struct semaphore *sem);
void up(struct semaphore *sem);
static struct semaphore s;
int main(void) {
  s.count = 1;
  up(&s);
  if (s.count != 2)
    reach_error();
  down(&s);
  if (s.count != 1)
    reach_error();
  return 0;
}
