typedef unsigned char u8;
enum { THREE = 3 };
int set(unsigned n);
void small(u8 n);
void wide(unsigned long n);
void take(void *p);

int main(void) {
  set(2);
  set(1);
  small(1);
  wide(1);
  int n = 0;
  take(&n);
  return 0;
}
