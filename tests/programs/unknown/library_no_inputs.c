// expect: library function
// What these yield and write follows from their arguments, or nothing says how far it goes; the
// library's objects have values when the program starts.
extern void reach_error(void);
extern int ioctl(int file, unsigned long request, ...);
extern int pipe(int ends[2]);
extern int dup2(int from, int to);
extern int system(const char *command);
extern int optind;
extern void *stdin;
int main(void)
{
    int ends[2];
    if (ioctl(-1, 0) < -1)
        reach_error();
    if (pipe(ends) == 0 && ends[0] < 0)
        reach_error();
    if (dup2(0, 7) == 9 || system("x") == -5)
        reach_error();
    if (optind == 5 || stdin == (void *)0)
        reach_error();
    return 0;
}
