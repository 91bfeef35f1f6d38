int lock(void);
int main(void) { lock(); }
