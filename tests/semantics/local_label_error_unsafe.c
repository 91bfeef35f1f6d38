// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    {
        __label__ ERROR;
        if (__VERIFIER_nondet_int() == 1)
            goto ERROR;
        return 0;
    ERROR:
        reach_error();
    }
    return 0;
}
