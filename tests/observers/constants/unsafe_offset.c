struct s { char a, b, c, d; };
int set(int);
int main(void) {
  set((int)(unsigned long)&((struct s *)0)->d);
  return 0;
}
