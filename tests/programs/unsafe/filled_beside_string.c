/* An array that is filled with zeros is read through a pointer. */
extern void reach_error(void);
char filled[18];
int main(void)
{
    const char *text = filled;
    if (text[3] == 0)
        reach_error();
    filled[1] = 3;
    return 0;
}
