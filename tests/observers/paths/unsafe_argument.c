struct irp { int status; };
struct dev { int n; union { struct { struct irp irp; }; int raw; }; };
int table[8];
int nondet(void);
void start(struct irp *i, int n);

int main(void) {
  struct dev d = { 2 };
  start(&d.irp, 1);
  return 0;
}
