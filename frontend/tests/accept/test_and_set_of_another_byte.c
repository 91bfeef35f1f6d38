// What a byte other than 0 and 1 counts for as a flag is left open.
extern void reach_error(void);
unsigned char u = 249;
int main(void) { int r = __atomic_test_and_set(&u, 5); if (r == 249) reach_error(); return 0; }
