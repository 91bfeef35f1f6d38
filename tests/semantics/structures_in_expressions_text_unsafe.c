// inputs:
/* A structure within an expression has the size that its string literal gives it. */
extern void reach_error(void);

int main(void) {
  if (sizeof(struct { char c[sizeof "word"]; short s; }) == 8)
    reach_error();
  return 0;
}
