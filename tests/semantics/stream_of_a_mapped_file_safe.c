// inputs:
// What was read of a mapped file stays what it was (POSIX.1-2017, `mmap`).
#include <stdio.h>
#include <sys/mman.h>

void reach_error(void);

int main(void)
{
    FILE *file = tmpfile();
    fputc('a', file);
    fflush(file);
    char *bytes = mmap(0, 1, PROT_READ, MAP_SHARED, fileno(file), 0);
    if (bytes == MAP_FAILED)
        return 0;
    char before = bytes[0], same = before;
    rewind(file);
    fputc('b', file);
    fseek(file, 0, SEEK_SET);
    if (before != same)
        reach_error();
    return 0;
}
