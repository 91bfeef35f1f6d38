// Twenty times nine is more than that.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 20; i++) {
        int c = __VERIFIER_nondet_int();
        if (c >= 0 && c <= 9)
            sum += c;
    }
    if (sum > 179)
        reach_error();
    return 0;
}
