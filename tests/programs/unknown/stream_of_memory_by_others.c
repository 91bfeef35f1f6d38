// expect: depends at
// A function outside makes a stream of the program's memory.
#include <stdio.h>
extern void reach_error(void);
extern FILE *stream_of(char *, int);
int main(void)
{
    char text[8] = "abc";
    FILE *stream = stream_of(text, 8);
    if (!stream)
        return 0;
    fseek(stream, 0, SEEK_SET);
    ungetc('x', stream);
    putc_unlocked('z', stream);
    fclose(stream);
    if (text[0] != 'a')
        reach_error();
    return 0;
}
