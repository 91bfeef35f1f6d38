// expect: ok
// `shmat` may put other memory in the place of what the program has there (`SHM_REMAP`).
extern void reach_error(void);
void *shmat(int, const void *, int);
static short page[2048] __attribute__((aligned(4096)));
int main(void) {
    page[0] = 1;
    shmat(0, page, 1 << 14);
    if (page[0] != 1)
        reach_error();
    return 0;
}
