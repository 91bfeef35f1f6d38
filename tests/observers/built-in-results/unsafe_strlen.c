unsigned long strlen(const char *text);
unsigned long x;

int main(void) {
  x = strlen("ab");
  return 0;
}
