/* Functions of the library that call each other. */
static int halved(int x) {
  if (x == 8)
    return 4;
  return 0;
}

int quartered(int x) {
  int half;
  half = halved(x);
  if (half == 4)
    return 2;
  return 0;
}
