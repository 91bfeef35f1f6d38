// expect: the result of a library function
// The format is the first argument, whatever its type: the literal behind it is printed.
int printf();
extern void reach_error(void);
int main(void)
{
    int count = 0;
    const void *format = "ab%n";
    printf(format, &count, "lit");
    if (count == 2)
        reach_error();
    return 0;
}
