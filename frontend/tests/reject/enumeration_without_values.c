// expect: error unsupported: the values of the enumeration of `object` are not known
// gcc takes this: only the address is needed.
extern enum e object;
int main(void) { return &object == 0; }
