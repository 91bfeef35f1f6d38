// The value is converted to the parameter's type; the result is tested, assigned to a narrower
// variable, or not used at all.
void put(int queue, unsigned char value);
int is_full(int queue);

void user(void) {
    char narrow;
    void (*indirect)(int, unsigned char) = put;
    for (;;) {
        is_full(0);
        if (is_full(1) == 0)
            put(1, -1);
        put(1, 254);
        narrow = is_full(2);
        if (is_full(2) == 0) {
            narrow = 3;
            indirect(narrow, 511);
        }
    }
}
