// Self-checking: labels at the ends of blocks and in front of declarations (C23 6.8.1, 6.8.2).
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
typedef int number;
struct fields { number : 3; unsigned a : 2; };

static int last(int x) {
  int value = 1;
  if (x > 1) goto out;
  value = 2;
  {
    if (x) goto inner;
    value = 3;
  inner:
  }
  switch (value) {
  case 2: value += 10; break;
  case 3 ... 4:
  default:
  }
  goto out;
out: __attribute__((unused))
}

static int before(int x) {
  int rounds = 0;
again: int own = x + rounds;
  if (++rounds < 3) goto again;
  number *to = &own;
  switch (x) {
  case 1: number one = 1; own += one; break;
  case 1 + 1: struct fields f = { 1 }; own += f.a; break;
  case 3: case 4: number *p = to; *p += 100; break;
  default: static int kept; own += ++kept;
  }
  return own;
}

static int returned(int x) {
  int value = 1;
  if (x > 1) goto out;
  value = 2;
  if (x) { value *= 10; x: }
out: return value;
}

static int chosen(int x) {
  return x ? ({ int y = x; l: y + 1; }) : 3;
}

int main(void) {
  last(2);
  CHECK(before(1) == 4 && before(2) == 5 && before(3) == 105 && before(4) == 106);
  CHECK(before(9) == 12 && before(9) == 13);
  CHECK(returned(0) == 2 && returned(1) == 20 && returned(2) == 1);
  CHECK(chosen(1) == 2 && chosen(0) == 3);
  int a[2] = { 1, 2 }, i = 0;
  ({ a[0] = 7; i++; end: });
  CHECK(a[0] == 7 && i == 1);
  struct fields f = { a: i * a[1], };
  CHECK(f.a == 2);
  return 0;
}
