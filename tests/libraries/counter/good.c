// with clk.lib: certified
// with C: certified
// alone: violated
extern void reach_error(void);
extern int enabled;
int clk_prepare(void);
int clk_enable(int times);
void clk_unprepare(void);
int main(void) {
  clk_unprepare();
  if (clk_prepare() != 0)
    reach_error();
  if (clk_enable(3) != 0)
    reach_error();
  if (enabled != 3)
    reach_error();
  clk_unprepare();
  if (enabled != 0)
    reach_error();
  if (clk_enable(1) == 0)
    reach_error();
  return 0;
}
