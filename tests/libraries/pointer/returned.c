// with give.lib: unknown
// with C: violated
// No address of this variable is taken here, but the library's C has it.
extern void reach_error(void);
extern int shared;
int *shared_of(void);
int main(void) {
  int *p;
  shared = 1;
  p = shared_of();
  if (p)
    *p = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
