void reach_error(void);
int input(void);

int main(void) {
  int n = input();
  if (n < 0 || n > 9) return 1;
  int doubled = n + n;
  if (doubled > 16) reach_error();
  return 0;
}
