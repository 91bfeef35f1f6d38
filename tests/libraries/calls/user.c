// with quarter.lib: certified
// with C: certified
extern void reach_error(void);
int quartered(int x);
int main(void) {
  if (quartered(8) != 2)
    reach_error();
  if (quartered(7) == 2)
    reach_error();
  return 0;
}
