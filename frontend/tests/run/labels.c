// Self-checking: labels as values (gcc manual, "Labels as Values").
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

static int run(const char *code) {
  static void *const table[] = {&&add, &&twice, &&stop};
  int value = 1;
  goto *table[*code - '0'];
add:
  value++;
  goto *table[*++code - '0'];
twice:
  value *= 2;
  goto *table[*++code - '0'];
stop:
  return value;
}

static int offsets(int which) {
  static const int table[] = {&&a - &&a, &&b - &&a};
  goto *(&&a + table[which]);
a:
  return 10;
b:
  return 20;
}

static int local(int x) {
  {
    __label__ out;
    void *target = x && x > 1 ? &&out : (void *)0;
    if (target) goto *target;
    x += 100;
  out:;
  }
  return x;
}

int main(void) {
  CHECK(run("0012") == 6);
  CHECK(run("2") == 1);
  CHECK(offsets(0) == 10 && offsets(1) == 20);
  int count = 0, stop = 1;
  CHECK(!(count++ && stop) && (count-- && stop) && count == 0);
  CHECK(local(1) == 101 && local(2) == 2);
  exit(0);
}
