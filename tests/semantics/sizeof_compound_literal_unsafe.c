// inputs: 0
// The operand of sizeof may be a compound literal, and what is behind it belongs to it.
void reach_error(void);
struct p { int x; char y[6]; };
int main(void) {
  int n = sizeof(int[]){0, 1, 2} / sizeof(int);
  unsigned m = sizeof (struct p){1, "ab"}.y;
  unsigned e = sizeof(char[7]){}[0];
  if (n == 3 && m == 6 && e == 1 && sizeof(int){3} == 4)
    reach_error();
  return 0;
}
