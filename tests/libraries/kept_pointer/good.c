// with kept.lib: certified
// with C: certified
struct S {
  int a;
  int b;
};
struct S first;
int current(void);
void reach_error(void);
int main(void) {
  if (current() != current())
    reach_error();
  return 0;
}
