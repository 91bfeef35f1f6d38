// expect: library function
// That the program goes on behind its own end is no input.
#include <signal.h>
extern void reach_error(void);
int main(void)
{
    raise(SIGKILL);
    reach_error();
    return 0;
}
