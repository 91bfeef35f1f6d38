// promise: noreturn
void panic(void) __attribute__((noreturn));
int main(void) { panic(); return 1; }
