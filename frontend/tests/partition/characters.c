// A pointer to characters that may be the bytes of anything.
// plan: main::v in memory
// plan: mem int8: s8
// plan: mem int32: s32
// plan: mem pointer: u64
// plan: characters are bytes of anything
int main(void) {
  __asm__(""); // Where there is assembly, memory is not made of bytes.
  int v = 1;
  char *p = (char *)&v;
  return *p;
}
