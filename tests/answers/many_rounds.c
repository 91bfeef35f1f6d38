// A counter runs over its end after many rounds.
extern void reach_error(void);
extern int more(void);
static unsigned char sequence;

static void next(void) {
  sequence++;
  if (sequence == 100)
    reach_error();
}

int main(void) {
  while (more())
    next();
  return 0;
}
