// What the program does not get to in a function that it hands out.
extern int input(void);
extern void offer(int (*f)(int));
static int handed(int n) {
  if (n > 3)
    return 1; // unknown
  return 2;   // reached
}
static int own(int n) {
  if (n > 3)
    return 1; // dead
  return 2;   // reached
}
int main(void) {
  offer(handed);
  int n = input();
  if (n > 2)
    n = 2;
  handed(n); // reached
  own(n);    // reached
  return n;
}
