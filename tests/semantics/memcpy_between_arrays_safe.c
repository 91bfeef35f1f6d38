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
    char text[14] = "Hello, World!", copy[9] = {'A'};
    memcpy(to + 1, from, 4 * sizeof *from);
    check(to[0] == 0 && to[1] == 1 && to[4] == 4 && to[5] == 0);
    memmove(from, &from[1], 4 * sizeof *from);
    check(from[0] == 2 && from[3] == 5 && from[4] == 5);
    memmove(text + 2, text, 5);
    check(text[1] == 'e' && text[2] == 'H' && text[6] == 'o' && text[7] == 'W');
    memcpy(copy + 1, "testing", 8);
    check(copy[0] == 'A' && copy[1] == 't' && copy[7] == 'g' && copy[8] == 0);
    memcpy(copy, text, 0);
    check(copy[0] == 'A');
    return 0;
}
