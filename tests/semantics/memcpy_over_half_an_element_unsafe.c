// inputs:
// options: --arch ilp32
/* As memset_of_half_an_element, for a range that is copied. */
extern void reach_error(void);
void *memset(void *, int, __SIZE_TYPE__);
void *memcpy(void *, const void *, __SIZE_TYPE__);
union both {
  long long whole[70];
  struct {
    int first;
    long long behind[69];
  } parts;
} u;
long long from[70];
int main(void) {
  long long *a = u.whole, *b = u.parts.behind;
  memset(from, 0, sizeof from);
  memset(from, 0xff, 8);
  memcpy(u.whole, from, sizeof u.whole);
  if (u.parts.behind[0] == 0xffffffff)
    reach_error();
  return *a == *b;
}
