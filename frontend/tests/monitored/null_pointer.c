// on 0: in-bounds
// on 1: within
int __VERIFIER_nondet_int(void);
struct pair { int first, second; };
static struct pair object;
int main(void) {
  struct pair *p = __VERIFIER_nondet_int() ? &object : 0;
  // The address of a member is no access.
  int offset = (int)(long)&((struct pair *)0)->second;
  return p->second + offset - 4;
}
