// expect: error type: a static assertion fails
_Static_assert(sizeof(int) == 2);
int main(void) { return 0; }
