/* Of elements with a size, `fread` may read all (C11 7.21.8.1p3). */
extern void reach_error(void);
typedef unsigned long size_t;
extern size_t fread(void *to, size_t size, size_t count, void *stream);
int main(void)
{
    char buffer[8];
    if (fread(buffer, 1, 5, (void *)0) == 5)
        reach_error();
    return 0;
}
