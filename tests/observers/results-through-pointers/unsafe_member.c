struct dev;
struct ops { int (*probe)(struct dev *); };
struct dev { int number; const struct ops *ops; };
static int bad(struct dev *d) { return -5; }
static const struct ops ops = { bad };
int main(void) {
  struct dev d = { 0, &ops };
  int status = 0;
  status = d.ops->probe(&d);
  return status;
}
