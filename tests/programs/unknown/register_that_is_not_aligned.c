// expect: volatile
// Where no object of the type can be, nothing says what is read.
extern void reach_error(void);
int main(void)
{
    if (*(volatile unsigned *)0x40001001 == 7)
        reach_error();
    return 0;
}
