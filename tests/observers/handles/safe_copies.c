typedef int handle_t;
handle_t open_it(const char *name);
void close_it(handle_t h);
int use_it(handle_t h, const void *data);
void *memcpy(void *d, const void *s, unsigned long n);
struct file { handle_t h; };
static handle_t wrap(void) { return open_it("a"); }

int main(void) {
  handle_t h = open_it("a"), k = h;
  use_it(k, 0);
  close_it(k);
  return 0;
}
