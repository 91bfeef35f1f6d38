// options: --entry capital
// Nothing of the program changes the locale.
#include <ctype.h>
extern void reach_error(void);
int capital(void)
{
    if (toupper('i') != 'I')
        reach_error();
    return 0;
}
int main(void) { return capital(); }
