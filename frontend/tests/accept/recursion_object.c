// The object of an activation is somewhere in memory.
void reach_error(void);
static void down(int *above) {
  int own = 0;
  if (*above < 3) {
    own = *above + 1;
    down(&own);
  }
  *above = own;
}
int main(void) {
  int top = 0;
  down(&top);
  if (top != 0)
    reach_error();
  return 0;
}
