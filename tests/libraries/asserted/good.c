// with slot.lib: certified
// with C: certified
// alone: violated
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void slot_init(void);
int slot_take(int n);
void slot_give(void);
int slot_room(int n);
int main(void) {
  int n = __VERIFIER_nondet_int();
  slot_init();
  while (__VERIFIER_nondet_int())
    if (slot_take(n) == 0)
      slot_give();
  if (n >= 0 && !slot_room(n))
    reach_error();
  return 0;
}
