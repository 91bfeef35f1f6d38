// with kept.lib: certified
// with C: certified
struct word {
  int all;
};
void put(void *p);
void *get(void);
void reach_error(void);
static int own;
int main(void) {
  struct word word;
  put(&word);
  own = 5;
  struct word *kept = get();
  kept->all = 6;
  if (own != 5)
    reach_error();
  return 0;
}
