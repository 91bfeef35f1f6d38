// gcc has no such function: what a linker finds by this name may return.
void reach_error(void);
extern void __builtin_pthread_exit(void *);
int main(void)
{
    __builtin_pthread_exit(0);
    reach_error();
    return 0;
}
