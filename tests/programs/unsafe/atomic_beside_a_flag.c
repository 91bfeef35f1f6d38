// As atomic_beside_a_flag.c, but the flag is clear at first.
void reach_error(void);
_Atomic int x;
static unsigned char flag;
int main(void)
{
    x = 3;
    if (!__atomic_test_and_set(&flag, __ATOMIC_SEQ_CST)) {
        if (x == 3)
            reach_error();
    }
    return 0;
}
