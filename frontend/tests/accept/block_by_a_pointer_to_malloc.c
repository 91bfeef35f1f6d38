// What a call through a pointer yields may be a new block: the maps of both structures are one.
void __VERIFIER_assert(int); void *malloc(unsigned long); void ext(int*); int y;
struct circle { int kind, r; }; struct square { int kind; short s; };
static void *(*alloc)(unsigned long) = malloc;
int main(void){ ext(&y); void *o = alloc(8); if(!o) return 0; struct circle *c=o; struct square *s=o;
 c->kind = 1; s->kind = 2; __VERIFIER_assert(c->kind==1); return 0; }
