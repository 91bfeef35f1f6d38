// with attach.lib: certified
// with C: certified
struct device {
  struct device *attached;
  int flags;
};
extern void reach_error(void);
struct device *attach(struct device *source, struct device *target);
int main(void) {
  struct device mine, other, *got;
  other.flags = 0;
  other.attached = 0;
  got = attach(&mine, &other);
  if (got && got->attached != &mine)
    reach_error();
  if (other.flags != 0)
    reach_error();
  return 0;
}
