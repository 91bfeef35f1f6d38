struct s { int a; };
void take(void *p);
int main(void) {
  int v = 0;
  struct s x = {0};
  take(&x);
  v = 1;
  take(&v);
  return 0;
}
