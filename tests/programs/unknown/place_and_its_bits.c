// expect: objects are
/* A process may have the object at such an address, or not. */
void reach_error(void);
int x;
int main(void) {
    if (((unsigned long)&x & 31) == 0) reach_error();
    return x;
}
