// expect: error unsupported: `__proofmark_elvis` is a name
int main(void) { int __proofmark_elvis = 1; return __proofmark_elvis; }
