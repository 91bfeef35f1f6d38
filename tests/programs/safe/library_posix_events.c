/* What functions of POSIX and of Linux yield that wait, or return only where they
   failed. */
extern void reach_error(void);
typedef unsigned long size_t;
extern int execv(const char *path, char *const *arguments);
extern int poll(void *files, unsigned long count, int timeout);
extern int epoll_wait(int file, void *events, int most, int timeout);
extern long recv(int socket, void *to, size_t size, int flags);
int main(void)
{
    char buffer[4];
    if (execv("x", 0) != -1)
        reach_error();
    if (poll(0, 0, 1) < -1 || epoll_wait(3, buffer, 1, 0) < -1)
        reach_error();
    if (recv(3, buffer, 4, 0) < -1)
        reach_error();
    return 0;
}
