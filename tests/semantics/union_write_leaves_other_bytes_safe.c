// inputs:
/* gcc writes no other bytes (6.2.6.1p7 leaves them open). Variable arguments keep memory from being made of bytes. */
extern void reach_error(void);
union both {
  char byte;
  int number;
  short halves[2];
} *at;
struct list {
  __builtin_va_list list;
};
static int get(short *half) { return *half; }
int main(void) {
  union both u;
  at = &u;
  at->halves[0] = 0x0101;
  at->halves[1] = 7;
  at->byte = 3;
  if (get(&at->halves[1]) != 7)
    reach_error();
  return 0;
}
