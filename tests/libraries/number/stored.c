// with numbers.lib: unknown
// with C: violated
// The same in a member that the library writes.
extern void reach_error(void);
extern int shared;
struct holder {
  long where;
  int count;
};
void fill(struct holder *holder);
int main(void) {
  struct holder holder;
  shared = 1;
  fill(&holder);
  int *p = (int *)holder.where;
  *p = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
