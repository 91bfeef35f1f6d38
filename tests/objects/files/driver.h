enum { FIRST = 1 };
struct pair { int a, b; };
#define CLASS 0
void dead(int x);
