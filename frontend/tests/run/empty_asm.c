// Self-checking: an empty asm is no instruction (gcc manual, "Extended Asm").
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int main(void) {
  int x = 3, y;
  __asm__ volatile ("" : "+r" (x));
  CHECK(x == 3);
  __asm__ ("" : "=r" (y) : "0" (x + 1));
  CHECK(y == 4);
  int z = 5, *p = &z;
  __asm__ volatile ("" : "+r" (p) : "m" (z), "r" (&z) : "memory");
  CHECK(*p == 5 && z == 5);
  exit(0);
}
