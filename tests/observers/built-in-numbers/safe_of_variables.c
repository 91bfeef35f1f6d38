unsigned long strlen(const char *text);
int abs(int n);
char text[4];
unsigned long x;

int main(void) {
  int n = -2;
  x = strlen(text);
  x = abs(n);
  return 0;
}
