struct s { int a[2]; };
int get(void);

int main(void) {
  struct s s, *p = &s;
  p->a[1] = get();
  return 0;
}
