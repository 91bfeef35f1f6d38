// with give.lib: unknown
// with C: violated
extern void reach_error(void);
extern int shared;
void give(int **out);
int main(void) {
  int *p;
  shared = 1;
  give(&p);
  *p = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
