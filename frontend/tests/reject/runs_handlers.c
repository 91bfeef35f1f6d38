// expect: error it runs functions of the program
/* The handler fails after `main` has returned. */
extern void reach_error(void);
extern int atexit(void (*handler)(void));
static void handler(void)
{
    reach_error();
}
int main(void)
{
    atexit(handler);
    return 0;
}
