unsigned long strlen(const char *text);
int abs(int n);
unsigned long x, y;

int main(void) {
  y = strlen("ab");
  x = abs(-5);
  return 0;
}
