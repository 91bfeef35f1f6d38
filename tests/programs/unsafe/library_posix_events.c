/* What may be: more bytes than fit, a line and none. */
extern void reach_error(void);
typedef unsigned long size_t;
extern long recv(int socket, void *to, size_t size, int flags);
extern char *fgets(char *to, int size, void *stream);
int main(void)
{
    char buffer[4];
    int line = fgets(buffer, 4, (void *)0) != (char *)0;
    if (recv(3, buffer, 4, 32) == 9 && line &&
        fgets(buffer, 4, (void *)0) == (char *)0)
        reach_error();
    return 0;
}
