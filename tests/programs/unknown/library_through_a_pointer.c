// expect: the result of a library function
// What a function of the library yields that is called through a pointer is no input, either.
extern void reach_error(void);
extern int close(int file);
int main(void)
{
    int (*end)(int) = close;
    if (end(3) > 0)
        reach_error();
    return 0;
}
