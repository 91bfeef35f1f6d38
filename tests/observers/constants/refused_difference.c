struct s { char a, b, c, d; };
int set(int);
int main(void) {
  set((char *)&((struct s *)0)->d - (char *)0);
  return 0;
}
