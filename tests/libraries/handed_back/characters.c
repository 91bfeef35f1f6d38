// What the library yields may be the program's object, as something of another type.
// with kept.lib: unknown
// with C: violated
struct word {
  int all;
};
struct bytes {
  char first[4];
};
void put(void *p);
void *get(void);
void reach_error(void);
static struct word word;
int main(void) {
  put(&word);
  word.all = 5;
  struct bytes *bytes = get();
  bytes->first[0] = 6;
  if ((void *)bytes == &word && word.all == 6)
    reach_error();
  return 0;
}
