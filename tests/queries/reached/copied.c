// how: inputs
// Memory that is copied as a block is that of one object, and not of the one next to it.
struct inner {
  int a;
  struct inner *link;
};
struct outer {
  struct inner in[2];
  int tail;
};
extern void unknown(struct outer *o);
static struct outer saved;
int main(void) {
  struct outer o = {{{1, 0}, {2, 0}}, 3};
  unknown(&o);
  saved = o;
  if (saved.in[0].a != o.in[0].a)
    return 1; // not reached
  if (saved.in[1].link != o.in[1].link)
    return 2; // not reached
  if (saved.tail == 3 && saved.in[1].a == 2 && saved.in[1].link == 0)
    return 3; // reached
  return 4;
}
