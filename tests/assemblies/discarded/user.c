// That nobody looks at the result changes nothing about it.
void put(int queue, unsigned char value);
int is_full(int queue);

void user(void) {
    is_full(0);
}
