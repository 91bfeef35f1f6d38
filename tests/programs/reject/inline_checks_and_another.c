// expect: which one counts
void reach_error(void);
extern inline __attribute__((gnu_inline)) void *copy(void *d, const void *s, unsigned long n) {
    return __builtin___memcpy_chk(d, s, n, __builtin_object_size(d, 0));
}
void *copy(void *d, const void *s, unsigned long n) {
    reach_error();
    return n && s ? d : 0;
}
int main(void) {
    int a = 1, b = 2;
    copy(&a, &b, sizeof a);
    return a;
}
