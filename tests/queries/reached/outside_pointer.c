// how: inputs
// Through a pointer of others, too, a function may be called that leaves memory alone.
struct part {
  int flags;
};
extern void (*hook)(struct part *part);
extern void (*second)(struct part *part, unsigned long size);
static int left_alone(struct part *part) {
  part->flags = 3;
  hook(part);
  if (part->flags == 3)
    return 1; // reached
  return 2;
}
int main(void) {
  struct part part;
  return left_alone(&part);
}
