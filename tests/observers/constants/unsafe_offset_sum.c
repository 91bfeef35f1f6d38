struct s { char a, b, c, d; };
#define OFFSET(member) ((unsigned long)&((struct s *)0)->member)
int set(int);
int main(void) {
  set(sizeof(char) + OFFSET(c));
  return 0;
}
