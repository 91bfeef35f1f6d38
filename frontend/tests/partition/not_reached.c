// What no run reaches decides nothing; nor does an index that is a literal in range.
// plan: b in memory
// plan: mem int32: s32
int a[4], b[4], i;
int *nobody(void) { return a; }
int main(void) {
  a[3] = 1;
  b[i] = 2;
  return a[3];
}
