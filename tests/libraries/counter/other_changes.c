// with clk.lib: unknown
// What other functions change that the program does not define.
extern void reach_error(void);
extern int enabled;
int clk_prepare(void);
int clk_enable(int times);
void clk_unprepare(void);
void other(void);
int main(void) {
  clk_unprepare();
  if (clk_prepare() != 0)
    reach_error();
  other();
  if (clk_enable(3) != 0)
    reach_error();
  return 0;
}
