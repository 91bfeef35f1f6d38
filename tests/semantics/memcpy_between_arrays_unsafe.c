// inputs: 0
void *memcpy(void *, const void *, __SIZE_TYPE__);
void *memmove(void *, const void *, __SIZE_TYPE__);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    short from[5] = {1, 2, 3, 4, 5}, to[7] = {0};
    memcpy(to + 1, from, 4 * sizeof *from);
    check(to[5] == 5);
    return 0;
}
