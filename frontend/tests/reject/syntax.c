// expect: error syntax: unexpected `; }`
int main(void) { return 1 + ; }
