// with numbers.lib: unknown
// with C: violated
// A number may become a pointer through memory, too.
extern void reach_error(void);
extern int shared;
unsigned long where_of(void);
int main(void) {
  union { unsigned long number; int *pointer; } both;
  shared = 1;
  both.number = where_of();
  *both.pointer = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
