// how: A-REACH
// observer: a line that the observer changes has other locations, of which nothing is known.
struct pair {
  int a, b, c[4];
};
extern int input(void);
int main(void) {
  int n = input();
  struct pair s = {n}; n = 5; // unknown
  if (s.a == 1)
    n = 3;  // reached
  return 0; // reached
}
