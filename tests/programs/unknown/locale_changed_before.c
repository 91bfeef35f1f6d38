// options: --entry capital
// expect: library function
// `main` may have run before, and changes the locale: in a Turkish one, `I` is no capital of `i`.
#include <ctype.h>
#include <locale.h>
extern void reach_error(void);
int capital(void)
{
    if (toupper('i') != 'I')
        reach_error();
    return 0;
}
int main(void)
{
    setlocale(LC_ALL, "");
    return capital();
}
