// inputs:
/* Structures that are defined within expressions are laid out as the compiler does. */
extern void reach_error(void);
#define ZERO_UNLESS(e) ((int)sizeof(struct { int : -!!(e); }))
#define ZERO_IF(e, says) ((int)sizeof(struct { _Static_assert((e), says); }))
struct outer { int n; };
struct again { long a, b; };
static const int whole = sizeof(struct { char c; struct outer o; });
static int table[20] = { [sizeof(union { char c[6]; short s; })] = 4 };
struct narrow { unsigned f : sizeof(struct wide { char c; int i; }); };

int main(void) {
  struct outer o = { 1 };
  struct narrow n = { 255 };
  unsigned long at = 0;
  if (ZERO_IF(sizeof(int) == 4, "an int (of 4)" " is expected; nothing else") != 0)
    reach_error();
  if (sizeof(struct { char c[sizeof "word"]; short s; }) != 8)
    reach_error();
  if (ZERO_UNLESS(0) || whole != 8 || table[6] != 4 || n.f != 255)
    reach_error();
  if (((struct pair { char c; short s; }){ 1, 2 }).s != 2)
    reach_error();
  if (sizeof(struct { char c; int i; } __attribute__((packed))) != 5)
    reach_error();
  if (sizeof(struct __attribute__((packed)) lead { char c; int i; }) != 5)
    reach_error();
  for (struct { char c; int i; } s = { 0, 3 }; s.i > 0; s.i--)
    at = (unsigned long)((char *)&s.i - (char *)&s);
  if (at != 4 || __builtin_offsetof(struct { char c; struct outer o; int i; }, i) != 8)
    reach_error();
  /* The second `again` is the one of this block. */
  at = sizeof(struct again { char c; }) + sizeof(struct { struct again a; int i; });
  if (at != 9)
    reach_error();
  switch (whole) {
  case sizeof(struct { int a; struct { char c; short s; } b; }):
    return o.n - 1;
  default:
    reach_error();
  }
  return 0;
}
