void preempt_disable(void);
void preempt_enable(void);
int nondet(void);

static void work(void) {
  preempt_disable();
  if (nondet())
    return;
  preempt_enable();
}

int main(void) {
  void (*task)(void) = work;
  task();
  return 0;
}
