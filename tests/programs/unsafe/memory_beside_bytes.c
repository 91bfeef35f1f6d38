/* A write through a pointer to bytes of anything makes all of memory unknown, but changes one byte. */
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = 5, b = __VERIFIER_nondet_int(), *p = &b;
    unsigned char *bytes = (unsigned char *)&a;
    bytes[0] = 1;
    if (*p == 3) reach_error();
    return 0;
}
