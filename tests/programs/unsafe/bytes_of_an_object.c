/* A byte of an object is a part of its value.: the test is the wrong way round. */
void reach_error(void);
int main(void) {
    int x = 0;
    unsigned char *p = (unsigned char *)&x;
    if (!p[0]) reach_error();
    return 0;
}
