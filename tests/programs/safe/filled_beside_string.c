/* A string is read through a pointer, behind an array that is filled with zeros. */
extern void reach_error(void);
char filled[18];
int main(void)
{
    const char *text = "qrst";
    if (text[3] != 't')
        reach_error();
    filled[1] = 3;
    return 0;
}
