// A rate that is computed, reported and corrected.
extern int input(void);
extern void show(int value);

static int rate;

static void report(int value) { show(value); }

static int compute(int mode) {
  int corrected;
START:
  rate = 4;
  corrected = 1;
  if (corrected == 0)
    report(rate);
  if (corrected == 0)
    rate = mode;
  if (rate == mode)
    report(rate);
  return corrected;
}

int main(void) {
  int mode = input();
  mode = compute(mode);
  if (mode < 0)
    rate = 0;
  return rate;
}
