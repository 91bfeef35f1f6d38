// expect: error type: the label `out` is not defined
int main(void) { ({ __label__ out; out: 1; }); goto out; return 0; }
