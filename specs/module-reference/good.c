int try_module_get(void *m);
void module_put(void *m);
int nondet(void);

int main(void) {
  int got = try_module_get(0);
  if (!got)
    return -19;
  module_put(0);
  return 0;
}
