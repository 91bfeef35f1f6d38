// The value of a pointer that is handed out is the initial one.
extern void offer(int (*f)(void));
static int held(void) {
  return 1; // unknown
}
static int (*pointer)(void) = held;
int main(void) {
  offer(pointer); // reached
  return 0;
}
