/* A built-in function has a prototype that no file declares: the counts below are ints that become `size_t`. */
char text[64];
char copy[64];

int main(void) {
    int count = 9;
    __builtin_memset(text, 'a', 64);
    __builtin_memset(text + count, 'b', 20);
    __builtin_memcpy(copy, text, 30);
    if (copy[8] != 'a' || copy[9] != 'b' || copy[28] != 'b' || copy[29] != 'a' || copy[30] != 0)
        __builtin_abort();
    return __builtin_memcmp("aaaaaaaab", copy, 9) < 0 ? 3 : 4;
}
