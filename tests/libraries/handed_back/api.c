// Yields what it was given.
static void *slot;
void put(void *p) {
  slot = p;
}
void *get(void) {
  return slot;
}
