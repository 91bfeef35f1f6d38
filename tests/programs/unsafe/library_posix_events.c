/* What may be: events, a status, more bytes than fit, and what `ioctl` and `lseek` yield, of which
   nothing is told. */
extern void reach_error(void);
typedef unsigned long size_t;
extern int poll(void *files, unsigned long count, int timeout);
extern int system(const char *command);
extern long recv(int socket, void *to, size_t size, int flags);
extern int ioctl(int file, unsigned long request, ...);
extern long lseek(int file, long to, int from);
int main(void)
{
    char buffer[4];
    if (poll(0, 0, 1) == 2 && system("x") == 256 && recv(3, buffer, 4, 32) == 9 &&
        ioctl(3, 1) == -7 && lseek(3, 0, 0) == -8)
        reach_error();
    return 0;
}
