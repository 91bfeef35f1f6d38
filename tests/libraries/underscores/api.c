/* Functions of many APIs have two underscores in front. */
static int prepared;
int enabled;

int __clk_prepare(void) {
  if (prepared == 1)
    return -16;
  prepared = 1;
  return 0;
}

void __clk_unprepare(void) {
  enabled = 0;
  prepared = 0;
}
