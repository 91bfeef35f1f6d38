// An event is about what the function returns, not about what becomes of it.
void put(int queue, unsigned char value);
int is_full(int queue);

void user(void) {
    char narrow = is_full(0);
    int wide = narrow;
    if (wide == 300)
        put(0, 255);
}
