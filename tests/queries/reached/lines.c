// Several locations in a line, and calls that do not return.
extern int input(void);
extern void stop(void) __attribute__((noreturn));
static int both(int n) { if (n > 3) return 1; return 2; } // reached, dead, reached
static void ends(int n) { if (n == 77) stop(); n++; n--; } // reached, reached, reached, reached, reached
int main(void) {
  int n = input();
  ends(n);
  if (n == 5)
    stop();                       // reached
  if (n == 5) { n = 6; n = 7; }   // reached, dead, dead
  if (n > 2)
    n = 2;                        // reached
  both(n);                        // reached
  stop();                         // reached
  return 0;                       // dead
}
