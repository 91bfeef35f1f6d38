// expect: error type: a static assertion fails
_Static_assert(sizeof(long) == 3, "");
int main(void) { return 0; }
