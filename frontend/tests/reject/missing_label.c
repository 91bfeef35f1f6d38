// expect: error type: the label `l` is not defined
int main(void) { goto l; }
