// expect: the value of a volatile or atomic object
/* Whoever calls the function, or what it calls, may have other threads, for which objects are atomic. */
void reach_error(void);
void wait_for_others(void);
static _Atomic int ready;

int main(void)
{
    ready = 0;
    wait_for_others();
    if (ready)
        reach_error();
    return 0;
}
