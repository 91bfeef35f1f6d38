// What wrong scripts are about.
extern int input(void);
extern void warn(int code);

static int x, count;

int main(void) {
  x = 1;
  while (input()) {
    x = x + 1;
    warn(x);
  }
  return count;
}
