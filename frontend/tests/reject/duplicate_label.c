// expect: error type: the label `l` is defined twice
int main(void) { l: ; l: return 0; }
