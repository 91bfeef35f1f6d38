// Whether the last event happens depends on which argument is evaluated last: C leaves it open.
void begin(void);
void end(void);
static int last;
static int first(void) {
  last = 1;
  return 0;
}
static int second(void) {
  last = 2;
  return 0;
}
static int both(int a, int b) { return a + b; }
void run(void) {
  begin();
  both(first(), second());
  if (last == 2)
    end();
}
