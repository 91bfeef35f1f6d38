// expect: error unsupported: an effect in an operand whose type has a computed length
int main(int argc, char **argv) { int a[2][argc], i = 0; return sizeof(a[i++]); }
