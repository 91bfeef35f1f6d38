// What the library keeps may be the program's object, whose address only the C takes.
// with kept.lib: unknown
// with C: violated
struct S {
  int a;
  int b;
};
struct S first;
int current(void);
void reach_error(void);
int main(void) {
  first.b = 1;
  int before = current();
  first.b = 2;
  if (current() != before)
    reach_error();
  return 0;
}
