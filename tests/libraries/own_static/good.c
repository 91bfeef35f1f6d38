// with tick.lib: certified
// with C: certified
// alone: violated
extern void reach_error(void);
extern int ready;
int tick(void);
int main(void) {
  int r = tick();
  if (ready != 1)
    reach_error();
  if (r < 0)
    reach_error();
  return 0;
}
