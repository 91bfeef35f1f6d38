// inputs:
// A thread-local object is one of the one thread that a run has (C11 6.2.4p4).
extern void reach_error(void);

static _Thread_local int own = 7;

static int counted(void) {
    static __thread int calls;
    return ++calls;
}

int main(void) {
    counted();
    own += counted();
    if (own != 9)
        reach_error();
    return 0;
}
