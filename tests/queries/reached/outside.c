// how: inputs
// A function outside of which nothing is known may leave memory alone; what the library's change is
// not up to them.
struct part {
  int flags;
  char name[8];
  struct part *next;
};
extern void unknown(struct part *part);
extern int stat(const char *path, struct part *part);
extern void bzero(void *block, unsigned long size);
extern int sigandset(struct part *to, const struct part *a, const struct part *b);
static int left_alone(struct part *part) {
  part->flags = 3;
  unknown(part);
  if (part->flags == 3)
    return 1; // reached
  return 2;   // not reached
}
static int filled(struct part *part) {
  part->flags = 3;
  if (stat("", part) == 0 && part->flags == 3)
    return 1; // unknown
  return 2;   // reached
}
static int joined(struct part *part) {
  part->flags = 3;
  if (sigandset(part, part, part) == 0 && part->flags == 3)
    return 1; // unknown
  return 2;   // unknown
}
static int cleared(struct part *part) {
  part->flags = 3;
  bzero(part, sizeof *part);
  if (part->flags == 3)
    return 1; // not reached
  return 2;
}
int main(void) {
  struct part part;
  left_alone(&part);
  filled(&part);
  joined(&part);
  cleared(&part);
  return 0;
}
