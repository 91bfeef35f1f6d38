// with clk.lib: unknown
// with C: certified
// alone: violated
// What `enabled` holds at the start the library's C says: it is no input.
extern void reach_error(void);
extern int enabled;
int clk_enable(int times);
int main(void) {
  if (enabled == 3)
    reach_error();
  return clk_enable(3);
}
