// expect: error unsupported: the type of a bit-field's value is not supported here
struct fields { unsigned narrow : 5; };
int main(void) {
  struct fields s;
  return sizeof(s.narrow = 3);
}
