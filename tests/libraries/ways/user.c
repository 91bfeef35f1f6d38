// with classify.lib: certified
// with C: certified
extern void reach_error(void);
int classify(int code, unsigned limit);
int main(void) {
  if (classify(0, 7) != 10)
    reach_error();
  if (classify(2, 7) != 20)
    reach_error();
  if (classify(3, 7) == 10)
    reach_error();
  return 0;
}
