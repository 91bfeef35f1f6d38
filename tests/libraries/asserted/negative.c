// with slot.lib: unknown
// with C: violated
// The assertion is in a function that the called one calls.
extern int __VERIFIER_nondet_int(void);
void slot_init(void);
int slot_room(int n);
int main(void) {
  slot_init();
  slot_room(__VERIFIER_nondet_int());
  return 0;
}
