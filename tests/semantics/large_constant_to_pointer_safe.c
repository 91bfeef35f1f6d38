// inputs:
// C11 6.4.4.1p5: the constant has 128 bits; of those the pointer has the low ones.
void reach_error(void);
static int *const fixed = 18446744073699061760;
int main(void) {
    void *cast = (void *)18446744073699061760;
    if ((unsigned long)fixed != 0xffffffffff5ff000) reach_error();
    if ((long)cast != -10489856) reach_error();
    return 0;
}
