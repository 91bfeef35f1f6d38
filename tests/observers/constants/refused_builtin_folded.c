int set(int);
int main(void) {
  set(__builtin_add_overflow_p(1, 2, (int)0));
  return 0;
}
