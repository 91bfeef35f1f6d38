// expect: error type: a static assertion fails
_Static_assert(__builtin_types_compatible_p(char *, const char *), "");
int main(void) { return 0; }
