// A small program that looks at the bytes of an object has one map of bytes.
// plan: main::v in memory
// plan: mem bytes: u8
// plan: memory is made of bytes
int main(void) {
  int v = 1;
  char *p = (char *)&v;
  return *p;
}
