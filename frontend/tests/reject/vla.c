// expect: error unsupported: an array of variable length
int main(int argc, char **argv) { struct row { int a[argc]; } r; return sizeof r; }
