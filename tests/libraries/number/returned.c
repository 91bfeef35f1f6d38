// with numbers.lib: unknown
// with C: violated
// No address of this variable is taken here, but the library's C has it, and yields it as a number.
extern void reach_error(void);
extern int shared;
unsigned long where_of(void);
int main(void) {
  shared = 1;
  int *p = (int *)where_of();
  *p = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
