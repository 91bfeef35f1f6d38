// expect: ok
int *__errno_location(void);
int close(int file);
int main(void) {
    int *status = __errno_location();
    *status = 0;
    close(-1);
    return *status;
}
