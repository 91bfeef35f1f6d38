// with give.lib: unknown
// with C: violated
// The run goes on behind a call with a null pointer.
extern void reach_error(void);
int give(int *to);
int main(void) {
  give((int *)0);
  reach_error();
  return 0;
}
