/* Enable and prepare counts, as a clock framework keeps them. */
static int prepared;
int enabled;

int clk_prepare(void) {
  if (prepared == 1)
    return -16;
  prepared = 1;
  return 0;
}

int clk_enable(int times) {
  if (prepared == 0)
    return -108;
  enabled = times;
  return 0;
}

void clk_unprepare(void) {
  enabled = 0;
  prepared = 0;
}
