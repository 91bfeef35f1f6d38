// with attach.lib: unknown
// No address of this variable is taken here, but the library's C may know its name.
struct device {
  struct device *attached;
  int flags;
};
extern void reach_error(void);
struct device *attach(struct device *source, struct device *target);
struct device shared;
int main(void) {
  struct device mine, other;
  other.flags = 0;
  shared.attached = 0;
  attach(&mine, &other);
  if (shared.attached)
    reach_error();
  return 0;
}
