// with reset.lib: certified
// What a program only hands on, it cannot have otherwise.
struct bus;
struct device {
  struct bus *bus;
  int state;
};
extern void reach_error(void);
int bus_reset(struct device *dev);
int probe(struct device *dev) {
  int got = bus_reset(dev);
  if (got != 0 && got != 1)
    reach_error();
  return got;
}
int main(void) {
  struct device mine;
  mine.bus = (struct bus *)0;
  return probe(&mine);
}
