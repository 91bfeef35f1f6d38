// What is handed out as an argument, and what that leads to.
extern void offer(void (*f)(void));
static int state;
static void later(void) {
  state = 3; // unknown
}
static void below(void) {
  state = 2; // unknown
}
static void handed(void) {
  below(); // unknown
  offer(later);
}
int main(void) {
  offer(handed); // reached
  return 0;      // reached
}
