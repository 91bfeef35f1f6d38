// expect: error type: `note` cleans up, but is declared as no function here
int main(int n, char **v) { int note = 0; int x __attribute__((cleanup(note))) = 1; return 0; }
