/* The last of 200 elements is not 0. */
extern void reach_error(void);
int table[200];
int main(void)
{
    int *p = table;
    p[199] = 7;
    table[100] = 5;
    if (table[199] == 7 || p[199] != 7 || p[100] != 5)
        reach_error();
    return 0;
}
