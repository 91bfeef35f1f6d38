/* What functions of POSIX yield is each of these ranges. */
extern void reach_error(void);
typedef unsigned long size_t;
extern long read(int file, void *to, size_t size);
extern long write(int file, const void *from, size_t size);
extern size_t fwrite(const void *from, size_t size, size_t count, void *stream);
extern int open(const char *name, int flags, ...);
extern int close(int file);
extern int getpid(void);
extern int isatty(int file);
extern unsigned sleep(unsigned seconds);
extern unsigned umask(unsigned mask);
int main(void)
{
    char buffer[3];
    int file = open("f", 0);
    if (file < -1)
        reach_error();
    long got = read(file, buffer, 3);
    if (got == 3)
        reach_error();
    if (write(1, buffer, 2) > 2)
        reach_error();
    if (fwrite(buffer, 1, 3, 0) > 3)
        reach_error();
    if (getpid() <= 0 || isatty(1) > 1 || sleep(2) > 2 || umask(0) > 511)
        reach_error();
    int closed = close(file);
    if (closed != 0 && closed != -1)
        reach_error();
    return 0;
}
