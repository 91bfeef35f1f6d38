// how: inputs
// Pointers of which nobody says where they point: memory there holds anything when `main` starts.
// What the program's own objects hold then is known.
static int table[5000];
struct part {
  int flags;
  struct part *next;
};
struct device {
  int number;
  struct part *part;
};
static int work(struct device *d) {
  struct part *part = d->part;
  if (part->flags & 4096)
    return 3; // reached
  part->flags |= 2;
  if (part->flags == 4)
    return 6; // not reached
  if (part->next->flags == 7)
    return 5; // reached
  if (table[d->number & 1023] == 9)
    return 7; // not reached
  return 4;   // reached
}
int main(void) {
  struct device d;
  return work(&d); // reached
}
