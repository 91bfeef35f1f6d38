struct clk;
struct clk *clk_get(int id);
int clk_prepare(struct clk *c);
int clk_enable(struct clk *c);
void clk_disable(struct clk *c);
void clk_unprepare(struct clk *c);

int main(void) {
  struct clk *c = clk_get(3);
  if (clk_prepare(c))
    return -1;
  if (clk_enable(c)) {
    clk_unprepare(c);
    return -1;
  }
  clk_disable(c);
  clk_unprepare(c);
  return 0;
}
