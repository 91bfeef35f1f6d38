// how: inputs
// A string may be long, and each step of an execution has a memory of its own.
typedef unsigned long size_t;
extern void *unknown(void *p, int c, size_t n);
extern char *strcpy(char *, const char *);
struct s {
  char name[8];
  int len;
};
int main(void) {
  struct s s;
  s.len = 4;
  unknown(&s, 0, sizeof s);
  if (s.len == 4)
    return 1; // reached
  strcpy(s.name, "ab");
  if (s.name[0] == 'x')
    return 2; // not reached
  return 4;
}
