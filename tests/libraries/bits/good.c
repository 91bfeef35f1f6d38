// with lock.lib: certified
// with C: certified
// alone: violated
extern void reach_error(void);
void lock_init(void);
int lock_try(void);
void lock_release(void);
int lock_held(void);
int main(void) {
  lock_init();
  if (!lock_try())
    reach_error();
  if (lock_try())
    reach_error();
  if (!lock_held())
    reach_error();
  lock_release();
  if (lock_held())
    reach_error();
  return 0;
}
