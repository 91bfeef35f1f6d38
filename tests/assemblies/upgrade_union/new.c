void a(void);
void bad(void);
union reg {
  unsigned value;
  struct {
    unsigned enable : 1, mode : 3, rest : 28;
  } bits;
};
extern union reg r;
void go(void) {
  if (r.value == 0 && r.bits.enable)
    bad();
  else
    a();
}
