// expect: error unsupported: this kind of string literal is not supported
int main(void) { return (u"a" U"b")[0]; }
