// expect: error it runs functions of the program
/* The thread fails; a sequential reading of `main` does not. */
extern void reach_error(void);
extern int pthread_create(unsigned long *thread, const void *attributes, void *(*start)(void *), void *argument);
static void *start(void *argument)
{
    reach_error();
    return argument;
}
int main(void)
{
    unsigned long thread;
    pthread_create(&thread, 0, start, 0);
    return 0;
}
