// inputs:
// options: --arch ilp32
/* Elements of one map overlap in part (6.5.2.3, footnote 95): on i386 the second one begins in
   the block that is filled, and ends behind it. */
extern void reach_error(void);
void *memset(void *, int, __SIZE_TYPE__);
union both {
  long long whole;
  struct {
    int first;
    long long behind;
  } parts;
} u;
static void zero(long long *at) { memset(at, 0, sizeof *at); }
static void ones(long long *at) { memset(at, 0xff, sizeof *at); }
int main(void) {
  zero(&u.parts.behind);
  ones(&u.whole);
  if (u.whole != -1)
    reach_error();
  return 0;
}
