// Self-checking: runs in the interpreter and under gcc, in both profiles.
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

static int count;
static int next(void) { return ++count; }
static int classify(int x) {
  switch (x) {
  case 0: return 10;
  case 1: x = 5;
  case 2 ... 4: x++; break;
  case -3: { for (;;) { if (x++ > 0) break; } } break;
  default: if (x > 100) goto big; return -1;
  }
  return x;
big:
  return 1000;
}
int main(void) {
  CHECK(classify(0) == 10 && classify(1) == 6 && classify(3) == 4 && classify(-3) == 2 && classify(50) == -1 && classify(101) == 1000);
  int i, s = 0;
  for (i = 0; i < 10; i++) { if (i == 3) continue; if (i == 7) break; s += i; }
  CHECK(s == 0 + 1 + 2 + 4 + 5 + 6 && i == 7);
  do s--; while (s > 5);
  CHECK(s == 5);
  int a = next() && 0 && next(); CHECK(a == 0 && count == 1);
  a = next() || next(); CHECK(a == 1 && count == 2);
  a = (next(), next()); CHECK(a == 4);
  a = count ? next() : -next(); CHECK(a == 5 && count == 5);
  a = ({ int t = next(); t * 2; }); CHECK(a == 12);
  int x = 3, *p = &x; (*p)++; x += *p; CHECK(x == 8 && (x-- == 8) && --x == 6);
  int arr[3] = {1, [2] = 3}; i = 0; arr[i++] += 5; CHECK(arr[0] == 6 && arr[1] == 0 && arr[2] == 3 && i == 1);
  { int j = 0; again: j++; if (j < 4) goto again; CHECK(j == 4); }
  while (1) { if (s-- < 0) break; }
  CHECK(s == -2);
  return 0;
}
