// expect: error unknown entry: the entry function `main` is not defined
int start(void) { return 0; }
