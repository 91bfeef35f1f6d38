// gcc's escape, its suffixes of floating constants, and alignments of members (C11 6.7.5).
extern void reach_error(void);
struct aligned {
  char c;
  _Alignas(16) int x;
  _Alignas(short) const char y, z;
  char last;
  _Alignas(0) short s;
};
union both { char c; _Alignas(8) int x; };

int main(void) {
  char escape = '\e', text[] = "a\e[0m\E\\e";
  if (escape != 27 || text[1] != 27 || text[2] != '[' || text[5] != 27) reach_error();
  if (text[6] != '\\' || text[7] != 'e' || sizeof text != 9) reach_error();
  if (sizeof(1.0q) != 16 || sizeof(1.5Q) != 16) reach_error();
  if (sizeof(.5w) != sizeof(long double)) reach_error();
  if (sizeof(struct aligned) != 32 || _Alignof(struct aligned) != 16) reach_error();
  if (__builtin_offsetof(struct aligned, x) != 16) reach_error();
  if (__builtin_offsetof(struct aligned, y) != 20) reach_error();
  if (__builtin_offsetof(struct aligned, z) != 22) reach_error();
  if (__builtin_offsetof(struct aligned, last) != 23) reach_error();
  if (__builtin_offsetof(struct aligned, s) != 24) reach_error();
  if (sizeof(union both) != 8) reach_error();
  return 0;
}
