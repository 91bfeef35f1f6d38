// how: inputs
// A pointer may hold a function of the library whose address is taken: that changes what it changes.
struct part {
  int flags;
};
extern int stat(const char *path, struct part *part);
static int (*table[1])(const char *path, struct part *part) = {stat};
extern int choice(void);
static int filled(struct part *part) {
  part->flags = 3;
  if (table[0]("", part) == 0 && part->flags == 3)
    return 1; // unknown
  return 2;
}
int main(void) {
  struct part part;
  return filled(&part);
}
