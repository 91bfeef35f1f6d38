// with numbers.lib: certified
// with C: certified
// A number that becomes no pointer changes nothing.
extern void reach_error(void);
extern int shared;
unsigned long where_of(void);
int main(void) {
  int count = 0, *p = &count;
  shared = 1;
  unsigned long number = where_of();
  *p = number == 0;
  if (shared != 1)
    reach_error();
  return 0;
}
