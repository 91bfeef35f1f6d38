// Self-checking: a promoted bit-field has type `int` (C11 6.3.1.1p2), and a converted one the type it is converted to.
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct fields { unsigned narrow : 5; };
int main(void) {
  struct fields s = { 3 };
  CHECK(sizeof(+s.narrow) == sizeof(int));
  CHECK(sizeof((short)s.narrow) == sizeof(short));
  CHECK(+s.narrow - 4 < 0);
  return 0;
}
