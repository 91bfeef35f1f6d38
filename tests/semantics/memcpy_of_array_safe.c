// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memcpy(void *, const void *, unsigned long);
int main(void) {
    int a[3] = { 1, 2, 3 }, b[3] = { 0 };
    memcpy(b, a, sizeof a);
    check(b[2] == 3);
    return 0;
}
