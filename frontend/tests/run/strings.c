// Self-checking: string literals hold their characters (C11 6.4.5p6).
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

static int length(const char *s) { int n = 0; while (*s++) n++; return n; }
static const char *pick(int i) { return i ? "st\t%1" : "\377\0x"; }
static const char *const table[2] = { "one", "three" + 2 };

int main(void) {
  CHECK(length("") == 0 && length("foo" "bar") == 6 && length("a\0b") == 1);
  CHECK(pick(1)[0] == 's' && pick(1)[2] == '\t' && pick(0)[0] == -1 && pick(0)[2] == 'x');
  CHECK(length(table[0]) == 3 && table[1][0] == 'r' && length(__func__) == 4);
  CHECK("abc"[1] == 'b');
  return 0;
}
