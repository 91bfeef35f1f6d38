// with reset.lib: unknown
// with C: violated
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
  struct device mine, other;
  struct bus bus;
  bus.id = 0;
  bus.first = &other;
  mine.bus = &bus;
  other.state = 3;
  bus_reset(&mine);
  if (other.state != 3)
    reach_error();
  return 0;
}
