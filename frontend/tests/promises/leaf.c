// promise: leaf
static int seen;
void mark(void) { seen = 1; }
void come_back(void) __attribute__((leaf));
void come_back(void) { mark(); }
int main(void) {
  seen = 0;
  come_back();
  return seen;
}
