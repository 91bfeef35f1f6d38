char *strchr(const char *text, int c);
unsigned long x;

int main(void) {
  x = strchr("ab", 'b') != 0;
  return 0;
}
