static struct { unsigned bits : 3; int full; } g;
static void use(void) {}
int main(void) {
  g.bits = 9;
  use();
  return 0;
}
