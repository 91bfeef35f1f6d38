// 511 and -1 are both 255 as an unsigned char.
void put(int queue, unsigned char value);
int is_full(int queue);

void user(void) {
    if (is_full(0) == 0) {
        put(0, -1);
        put(0, 511);
    }
}
