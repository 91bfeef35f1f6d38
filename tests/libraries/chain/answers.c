// with reset.lib: certified
// with C: certified
// alone: violated
struct bus {
  int id;
  struct device *first;
};
struct device {
  struct bus *bus;
  int state;
};
extern void reach_error(void);
int bus_reset(struct device *dev);
int main(void) {
  struct device mine;
  struct bus bus;
  int got;
  bus.id = 0;
  bus.first = &mine;
  mine.bus = &bus;
  got = bus_reset(&mine);
  if (got != 0 && got != 1)
    reach_error();
  if (bus.id != 0)
    reach_error();
  return 0;
}
