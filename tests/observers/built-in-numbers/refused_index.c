char *index(const char *text, int c);
unsigned long x;

int main(void) {
  x = index("ab", 'b') != 0 ? 2 : 1;
  return 0;
}
