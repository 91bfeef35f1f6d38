int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  for (int i = 0; i < 2; i++, lock())
    ;
  return 0;
}
