// Requests are checked before they are dispatched; one check is too weak.
extern void abort(void);
extern unsigned input(void);

static int table[8];

static int lookup(unsigned index) {
  if (index >= 8)
    abort();
  return table[index];
}

static void store(unsigned index, int value) {
  if (index > 8)
    abort();
  if (index < 8)
    table[index] = value;
}

static void divide(int by) {
  if (by == 0)
    abort();
}

int main(void) {
  unsigned index = input();
  if (index < 8)
    lookup(index);
  if (input() < 20)
    store(input() % 16, 3);
  divide((int)(index & 3) + 1);
  return 0;
}
