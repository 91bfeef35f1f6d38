/* A machine without end, whose steps are in a table. */
extern void reach_error(void);

static const int next[4] = {1, 2, 0, 9};

int main(void) {
  int state = 0;
  for (;;) {
    state = next[state];
    if (state >= 3)
      reach_error();
  }
}
