extern void reach_error(void);
int more(int x);
int main(void) {
  if (more(1) == 2)
    reach_error();
  return 0;
}
