// with two.lib: unknown
// with C: violated
extern void reach_error(void);
int two(int *p, long *q);
struct h {
  int kind;
  int len;
  long data;
};
int main(void) {
  struct h h;
  h.data = 1;
  two((int *)&h.data, &h.data);
  if (h.data == 5)
    reach_error();
  return 0;
}
