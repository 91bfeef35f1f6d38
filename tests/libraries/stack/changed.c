// with attach.lib: unknown
// with C: violated
// What all objects of the class may be changed to, a variable of this program is, too.
struct device {
  struct device *attached;
  int flags;
};
extern void reach_error(void);
struct device *attach(struct device *source, struct device *target);
struct device shared;
int main(void) {
  struct device mine, *got;
  shared.flags = 0;
  shared.attached = 0;
  got = attach(&mine, &shared);
  if (got && shared.attached)
    reach_error();
  return 0;
}
