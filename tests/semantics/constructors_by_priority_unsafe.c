// inputs:
void reach_error(void);

static int order = 0, kept, *at = &order;
enum { EARLY = 101 };
static void third(void);
static inline __attribute__((constructor(200))) void second(void) { *at = order * 10 + 2; }
__attribute__((__constructor__)) static void third(void) {
    static int calls;
    order = order * 10 + 3;
    kept = ++calls;
}
void first(void) __attribute__((constructor(EARLY)));
void first(void) { order += 1; }
int main(int argc, char **argv) {
    if (argc < 0)
        third();
    if (order == 123 && kept == 1)
        reach_error();
    return 0;
}
