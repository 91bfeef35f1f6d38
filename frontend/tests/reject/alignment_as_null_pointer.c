// expect: error unsupported: whether this is a null pointer constant is not known
// gcc takes an alignment for a constant, so this may be a null pointer constant (C11 6.3.2.3p3).
int x;
int main(void) { return sizeof *(1 ? (void *)(_Alignof(x) - 4) : (int *)0); }
