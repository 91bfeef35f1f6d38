/* A variable that a block declares `static`: no caller and no predicate can name it. */
int ready;

int tick(void) {
  static int c;
  c = c + 1;
  ready = 1;
  if (c == 2)
    return 1;
  return 0;
}
