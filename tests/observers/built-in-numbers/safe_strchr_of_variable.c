char *strchr(const char *text, int c);
char text[4];
unsigned long x;

int main(void) {
  x = strchr(text, 'b') != 0;
  return 0;
}
