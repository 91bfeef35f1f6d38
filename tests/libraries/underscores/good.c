// with clk.lib: certified
// with C: certified
// alone: violated
extern void reach_error(void);
int __clk_prepare(void);
void __clk_unprepare(void);
int main(void) {
  __clk_unprepare();
  if (__clk_prepare() != 0)
    reach_error();
  __clk_unprepare();
  if (__clk_prepare() != 0)
    reach_error();
  return 0;
}
