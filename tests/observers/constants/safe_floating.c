typedef unsigned char u8;
enum { THREE = 3 };
int set(unsigned n);
void small(u8 n);
void wide(unsigned long n);
void take(void *p);

int main(void) {
  set(2.9);
  set(2.5 + 2);
  small(-0.5);
  small(96.99);
  return 0;
}
