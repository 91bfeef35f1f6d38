// with tick.lib: unknown
// with C: violated
// alone: violated
extern void reach_error(void);
extern int ready;
int tick(void);
int main(void) {
  tick();
  if (tick())
    reach_error();
  return 0;
}
