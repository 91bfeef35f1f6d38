// how: inputs
// Pointers of others, and what they point to.
struct part {
  int number;
  struct part *next;
  char text[4];
};
union word {
  int number;
  char bytes[4];
};
extern struct part *first(void);
extern void change(struct part *part);
extern void look(const struct part *part);
extern void number(int *to);
static int constant_argument(struct part *part) {
  part->number = 6;
  look(part);
  if (part->number != 6)
    return 1; // not reached
  return 2;   // reached
}
static int own_object(void) {
  struct part own = {1, 0, "ab"};
  if (first() == &own)
    return 1; // not reached
  if (own.text[2])
    return 2; // not reached
  return 3;   // reached
}
static int overlapping(int n) {
  union word word;
  word.number = 0x01010101;
  if (word.bytes[2] != 1)
    return 1; // not reached
  word.bytes[0] = 2;
  if (word.number == 0x01010101)
    return 2; // not reached
  return 3;
}
static int written(void) {
  int n = 3;
  number(&n);
  if (n == 77)
    return 1; // reached
  return 2;   // reached
}
static int same(struct part *part) {
  struct part copy = *part;
  if (copy.next != part->next)
    return 1; // not reached
  part->number = copy.number + 1;
  if (part->number == copy.number)
    return 2; // not reached
  return 3;   // reached
}
int main(void) {
  struct part *part = first();
  if (!part)
    return 1; // reached
  constant_argument(part);
  own_object();
  overlapping(part->number);
  written();
  same(part);
  change(part);
  if (part->next && part->next->number == 5)
    return 4; // reached
  return 0;   // reached
}
