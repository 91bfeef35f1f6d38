// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
// `pop` without `push`: gcc warns, and what was said before stays.
#pragma pack(1)
#pragma pack(pop)
struct s {
    char c;
    int i;
};
int main(void) {
    if (sizeof(struct s) == 5 + __VERIFIER_nondet_int())
        reach_error();
    return 0;
}
