struct timer { int expires; };
int mod_timer(struct timer *t, int when);
int del_timer_sync(struct timer *t);
void device_free(void *p);
int nondet(void);
static struct timer watchdog;

int main(void) {
  mod_timer(&watchdog, 100);
  if (nondet())
    del_timer_sync(&watchdog);
  device_free(&watchdog);
  return 0;
}
