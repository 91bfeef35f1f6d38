void preempt_disable(void);
void preempt_enable(void);
int nondet(void);

static void work(void) {
  preempt_disable();
  preempt_enable();
}

int main(void) {
  void (*task)(void) = work;
  preempt_disable();
  task();
  preempt_enable();
  return 0;
}
