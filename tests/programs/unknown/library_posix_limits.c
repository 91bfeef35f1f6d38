// expect: the result of a library function
/* What is not told of functions that look like others, and is no input: `dup3` yields a descriptor, `recv` with
   `MSG_TRUNC` more than fits, `fclose` a command's status, and `close` as it is declared here the
   largest number. */
extern void reach_error(void);
typedef unsigned long size_t;
extern int dup3(int from, int to, int flags);
extern long recv(int socket, void *to, size_t size, int flags);
extern int fclose(void *stream);
extern unsigned close(int file);
extern size_t fread(void *to, long size, long count, void *stream);
int main(void)
{
    char buffer[4];
    if (dup3(0, 9, 0) == 9 && recv(3, buffer, 4, 32) == 8 && fclose(0) == 768 && close(-1) != 0 &&
        fread(buffer, 1, -1, 0) == 0)
        reach_error();
    return 0;
}
