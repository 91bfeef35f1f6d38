// promise: leaf
static int seen;
void mark(void) { seen = 1; }
void come_back(void) { mark(); }
void stay_away(void) __asm__("come_back") __attribute__((leaf));
int main(void) {
  seen = 0;
  stay_away();
  return seen;
}
