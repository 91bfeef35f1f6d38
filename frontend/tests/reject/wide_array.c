// expect: error unsupported: an array needs an initialiser in braces or a string literal
unsigned short text[] = L"ab";
int main(void) { return text[0]; }
