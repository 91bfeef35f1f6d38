// What a flag is set by calls nobody who might change an atomic object.
void reach_error(void);
_Atomic int x;
static unsigned char flag;
int main(void)
{
    x = 3;
    if (!__atomic_test_and_set(&flag, __ATOMIC_SEQ_CST)) {
        if (x != 3)
            reach_error();
    }
    return 0;
}
