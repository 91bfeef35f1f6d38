// `sum` has no value where the loop adds to it; `last` has none if there is no round.
extern int more(void);
extern void read_into(int *to);

int total(int n) {
  int sum, last, read;
  read_into(&read);
  while (more()) {
    sum = sum + n;
    last = n;
  }
  if (n > 0)
    sum = 0;
  return last + read;
}

int main(void) { return total(more()); }
