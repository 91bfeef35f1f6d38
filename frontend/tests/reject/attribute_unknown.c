// expect: error unsupported: the attribute `counted` is not known
int x __attribute__((counted));
int main(void) { return x; }
