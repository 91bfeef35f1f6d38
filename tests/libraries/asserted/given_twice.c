// with slot.lib: unknown
// with C: violated
extern int __VERIFIER_nondet_int(void);
void slot_init(void);
int slot_take(int n);
void slot_give(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  slot_init();
  if (slot_take(n) == 0)
    slot_give();
  slot_give();
  return 0;
}
