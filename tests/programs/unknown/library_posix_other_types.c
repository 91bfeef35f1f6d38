// expect: the result of a library function
/* Of functions that are declared with other types, nothing is told, and what they yield is no input. */
extern void reach_error(void);
extern int close(void *device);
extern int getpid(int of);
int main(void)
{
    if (close(0) == 7 && getpid(1) == -3)
        reach_error();
    return 0;
}
