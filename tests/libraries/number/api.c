/* Addresses as numbers. */
struct holder {
  long where;
  int count;
};
int shared;
static unsigned long where = (unsigned long)&shared;

unsigned long where_of(void) {
  return where;
}

void fill(struct holder *holder) {
  holder->where = where;
}
