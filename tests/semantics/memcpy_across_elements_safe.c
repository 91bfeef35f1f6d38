// inputs: 0
void *memcpy(void *, const void *, __SIZE_TYPE__);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int from[3] = {0x01010101, 0x02020202, 3}, to[3] = {0};
    memcpy((char *)to + 2, from, 8);
    check(to[2] != 3);
    return 0;
}
