// expect: error syntax: unexpected `u0041'; }`
// C11 6.4.3p2: characters of the basic set have no such names.
int main(void) { return L'\u0041'; }
