// expect: ok
// gcc calls `__popcountdi2` by itself, also one that no other file sees.
extern void reach_error(void);
static __attribute__((used)) int __popcountdi2(unsigned long bits) {
    reach_error();
    return 0;
}
int main(int count, char **words) {
    return __builtin_popcountl(count);
}
