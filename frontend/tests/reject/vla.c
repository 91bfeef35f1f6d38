// expect: error unsupported: variable-length arrays
int main(int argc, char **argv) { int a[argc]; return a[0]; }
