// expect: an access outside of its object
// The program has no objects that could lie there.
void reach_error(void);
int main(void) {
    int *p = 0;
    if (p[1024] != 0) reach_error();
    return 0;
}
