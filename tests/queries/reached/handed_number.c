// The address of a function gets out as a number.
extern void offer(unsigned long address);
struct entry {
  long kind;
  unsigned long address;
};
static int hidden(void) {
  return 1; // unknown
}
static int listed(void) {
  return 2; // unknown
}
static int own(void) {
  return 3; // dead
}
static unsigned long number = (unsigned long)&hidden;
static struct entry table[] = {{1, (unsigned long)&listed}};
static unsigned long kept = (unsigned long)&own;
int main(void) {
  offer(number);
  offer(table[0].address);
  if (kept == 0)
    return 1;
  return 0;
}
