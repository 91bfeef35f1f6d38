// Self-checking: floating constants that are cast to integers are constants (C11 6.6p6).
void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

enum { THREE = (int)3.99, ZERO = (int)0.5f, LARGE = (unsigned char)255.5, OTHER };
struct fields { unsigned a : (int)3.5; };

static int chosen(int x) {
  switch (x) {
  case (int)5.7: return 1;
  case (char)6.0 ... (int)7.9: return 2;
  default: return 0;
  }
}

int main(void) {
  struct fields f = {15};
  enum { SUM = (int)1e3 + 1, SHIFT = 1 << (int)2.5, LEFT = 1 ? (int)-1.9 : 3 };
  static int sized[(int)2.5 + 1] = {[(int)1.5 + (int)1.5] = (long)1e3 * 2};
  CHECK(SUM == 1001 && SHIFT == 4 && LEFT == -1 && sizeof sized == 12 && sized[2] == 2000);
  CHECK((unsigned char)255.9 == 255 && (int)0.0 == 0);
  CHECK(THREE == 3 && ZERO == 0 && LARGE == 255 && OTHER == 256 && f.a == 7);
  CHECK(chosen(5) == 1 && chosen(6) == 2 && chosen(7) == 2 && chosen(8) == 0);
  return 0;
}
