// Pragmas that gcc ignores, and `pack(0)`, which asks for nothing.
#include <assert.h>
#pragma pack(2)
struct a { char c; int i; };
#pragma pack(push, 0)
struct b { char c; int i; };
#pragma pack(pop)
struct c { char c; int i; };
#pragma pack(0)
struct d { char c; int i; };
int main(void) { int n = 0;
#pragma loopbound min 1 max 3
  for (int i = 0; i < 3; i++) n++;
  assert(sizeof(struct a)==6 && sizeof(struct b)==6 && sizeof(struct c)==6 && sizeof(struct d)==8); assert(n == 3); return 0; }
