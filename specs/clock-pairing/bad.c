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
  if (clk_enable(c))
    return -1;
  clk_unprepare(c);
  clk_disable(c);
  return 0;
}
