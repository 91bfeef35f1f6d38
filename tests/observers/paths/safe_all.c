struct irp { int status; };
struct dev { int n; union { struct { struct irp irp; }; int raw; }; };
int table[8];
int nondet(void);
void start(struct irp *i, int n);

int main(void) {
  struct dev d = { 1 }, *p = &d;
  p->irp.status = 0;
  (*p).irp.status = -1;
  d.irp.status = 1;
  table[3] = 1;
  int n, *out = &n;
  *out = 1;
  start(&d.irp, 0);
  return 0;
}
