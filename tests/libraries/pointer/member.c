// with give.lib: unknown
// with C: violated
// Nobody here takes the address of the member; the library's C does.
struct box {
  int size;
  int count;
};
extern void reach_error(void);
void keep(struct box *box);
int *kept_of(void);
int main(void) {
  struct box mine;
  int *p;
  keep(&mine);
  mine.count = 1;
  p = kept_of();
  *p = 2;
  if (mine.count != 1)
    reach_error();
  return 0;
}
