// expect: error unsupported: this character constant is not supported
int main(void) { return u'\x12345'; }
