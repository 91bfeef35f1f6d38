/* A null pointer is no error here, and changes nothing. */
int give(int *to) {
  if (!to)
    return 1;
  *to = 7;
  return 0;
}
