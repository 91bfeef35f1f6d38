// expect: ok
void reach_error(void);
int main(void) {
  double d = 1.5;
  if (d > 1.0) return 0;
  reach_error();
  return (int)d;
}
