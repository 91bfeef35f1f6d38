extern int atexit(void (*)(void));
void done(void) { }
int main(void) { atexit(done); return 0; }
