// Enumerations that are used before their enumerators (GNU C), and the types that gcc gives them.
void reach_error(void);
struct ops {
  enum status (*get)(int);
  enum kind (*kind)(void);
};
enum status { GOOD, BAD = -3, STALE };
enum kind { NONE, SOME = 7 };
static enum status get(int x) { return x > 0 ? GOOD : BAD; }
static enum kind kind(void) { return SOME; }
static const struct ops ops = {get, kind};

int main(void) {
  if (!(ops.get(-1) < 0) || ops.get(-1) + 1 != STALE || ops.get(1) != GOOD) reach_error();
  if ((enum kind)-1 < 0 || ops.kind() != SOME || sizeof(enum status) != 4) reach_error();
  return 0;
}
