// A table whose address is handed out holds a function and the address of another table.
struct ops {
  int (*run)(void);
  struct ops *next;
};
extern void offer(struct ops *ops);
static int second(void) {
  return 2; // unknown
}
static int first(void) {
  return 1; // unknown
}
static int third(void) {
  return 3; // dead
}
static struct ops more = {second, 0};
static struct ops table = {first, &more};
static struct ops unused = {third, 0};
int main(void) {
  offer(&table); // reached
  return 0;
}
