// Ends without `go`, which nobody else can do then.
void go(void);
void exit(int) __attribute__((noreturn));

int a(void) {
    exit(0);
    go();
}
