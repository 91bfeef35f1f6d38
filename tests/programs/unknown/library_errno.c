// expect: library function
/* `errno` is one object, and no execution rests on two. */
#include <assert.h>
#include <errno.h>

int main(void)
{
    errno = 0;
    assert(errno == 0);
    return 0;
}
