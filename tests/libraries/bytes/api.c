/* Objects of two types, as the proof of the library holds them apart. */
long kept;

int two(int *p, long *q) {
  *q = 5;
  return 1;
}

int one(int *p) {
  kept = 5;
  return 1;
}
