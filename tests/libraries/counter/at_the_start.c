// with clk.lib: unknown
// with C: certified
// alone: violated
// The C of the library says what `enabled` holds at the start.
extern void reach_error(void);
extern int enabled;
int clk_enable(int times);
int main(void) {
  if (enabled == 3)
    reach_error();
  return clk_enable(3);
}
