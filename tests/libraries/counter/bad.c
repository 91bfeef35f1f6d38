// with clk.lib: unknown
// with C: violated
extern void reach_error(void);
int clk_prepare(void);
int clk_enable(int times);
void clk_unprepare(void);
int main(void) {
  clk_unprepare();
  if (clk_enable(3) != 0)
    reach_error();
  return 0;
}
