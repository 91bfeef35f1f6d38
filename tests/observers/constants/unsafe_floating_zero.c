typedef unsigned char u8;
enum { THREE = 3 };
int set(unsigned n);
void small(u8 n);
void wide(unsigned long n);
void take(void *p);

int main(void) {
  set(3 + (0.0 || 0));
  return 0;
}
