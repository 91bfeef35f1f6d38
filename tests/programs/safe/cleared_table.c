/* A table of 200 elements, two of which are written. */
extern void reach_error(void);
int table[200];
int main(void)
{
    int *p = table;
    p[199] = 7;
    table[100] = 5;
    if (table[198] != 0 || p[199] != 7 || p[100] != 5)
        reach_error();
    return 0;
}
