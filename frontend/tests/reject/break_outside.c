// expect: error type: `break` stands outside
int main(void) { break; }
