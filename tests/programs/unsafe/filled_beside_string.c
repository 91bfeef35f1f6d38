/* An array that is filled with zeros is read through a pointer. */
extern void reach_error(void);
extern int input(void);
char filled[18];
int main(void)
{
    const char *text = filled;
    int i = input();
    if (i < 0 || i > 17)
        return 0;
    if (text[3] != 't')
        reach_error();
    filled[i] = 3;
    return 0;
}
