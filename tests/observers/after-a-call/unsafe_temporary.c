int get(void);

int main(void) {
  if (get()) return 1;
  return 0;
}
