// expect: ok
// A volatile object yields any value.
volatile int v;
void reach_error(void);
int main(void) {
  v = 1;
  if (v != 1) reach_error();
  return 0;
}
