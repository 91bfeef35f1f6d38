static struct { unsigned bits : 3; int full; } g;
static void use(void) {}
int main(void) {
  g.bits = 1;
  use();
  return 0;
}
